/** Classes of the menus at the side. An entry contains an icon, its name and a count. */
export const sideMenu = {
  item: 'side-item',
  link: 'side-link',
  name: 'side-name',
  count: 'side-count',
  heading: 'side-heading',
};
