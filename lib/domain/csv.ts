// What a spreadsheet would run as a formula when the file is opened.
const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet would read as a formula gets a `'`
 * in front.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
