// Prints the figures by which the structure of the code is judged: npm run counts [-- places]
import { listPlaces, measure } from './counts';
import { listCommittedFiles } from './list-committed-files';

const files = listCommittedFiles();
if (process.argv.includes('places')) console.log(listPlaces(files).join('\n'));
for (const { name, value } of measure(files)) {
  console.log(`${value.toLocaleString('en').padStart(8)}  ${name}`);
}
