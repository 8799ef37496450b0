/**
 * Icons that a collection can have besides any one emoji: names of lucide, with the classes that draw them. The stylesheet
 * contains exactly the classes that are written out here.
 */
export const collectionIcons = {
  book: 'i-book',
  'book-open': 'i-book-open',
  newspaper: 'i-newspaper',
  'graduation-cap': 'i-graduation-cap',
  lightbulb: 'i-lightbulb',
  'pen-line': 'i-pen-line',
  briefcase: 'i-briefcase',
  wallet: 'i-wallet',
  landmark: 'i-landmark',
  users: 'i-users',
  'message-circle': 'i-message-circle',
  mail: 'i-mail',
  calendar: 'i-calendar',
  flag: 'i-flag',
  target: 'i-target',
  rocket: 'i-rocket',
  code: 'i-code',
  terminal: 'i-terminal',
  database: 'i-database',
  cpu: 'i-cpu',
  'flask-conical': 'i-flask-conical',
  wrench: 'i-wrench',
  palette: 'i-palette',
  camera: 'i-camera',
  film: 'i-film',
  music: 'i-music',
  'gamepad-2': 'i-gamepad-2',
  dumbbell: 'i-dumbbell',
  heart: 'i-heart',
  house: 'i-house',
  baby: 'i-baby',
  utensils: 'i-utensils',
  coffee: 'i-coffee',
  'shopping-bag': 'i-shopping-bag',
  gift: 'i-gift',
  plane: 'i-plane',
  map: 'i-map',
  mountain: 'i-mountain',
  leaf: 'i-leaf',
  'paw-print': 'i-paw-print',
} as const satisfies Record<string, `i-${string}`>;

export const isIconName = (text: string): boolean => Object.hasOwn(collectionIcons, text);

/** Returns the last emoji of a text, in the form that is drawn in color; null if it does not end with one. */
export function emojiOf(text: string): string | null {
  const last = [...new Intl.Segmenter('en').segment(text.trim())].at(-1)?.segment ?? '';
  // eslint-disable-next-line prefer-regex-literals -- a literal with this flag needs a later target of the compiler
  const oneEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  // Keyboards and older files omit the selector of the colored form.
  return [last, `${last}\u{fe0f}`].find((one) => oneEmoji.test(one)) ?? null;
}
