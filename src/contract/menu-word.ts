/** The key of a menu node's title in the texts of `contract`. Groups are named apart from pages, as a page may share a group's name. */
export const menuWord = (name: string): string => `menu.${name.replace(/^group\./, '')}`
