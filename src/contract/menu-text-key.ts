/**
 * Returns the key of a menu node's title in the texts of `contract`. Group nodes carry the prefix `group.`, as a page
 * may have the same name.
 */
export const getMenuTextKey = (name: string): string => `menu.${name.replace(/^group\./, '')}`
