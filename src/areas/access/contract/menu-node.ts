import { integer, list, text, type Fields } from '@/contract/field'

const nodeFields = {
  id: text({ required: true }),
  name: text({ required: true }),
  menu_name: text({ required: true }),
  url: text({ required: true }),
  menu_type: integer({ required: true }),
  icon: text(),
} satisfies Fields
/** Levels below the top groups: nested groups, pages and buttons. */
const LEVELS_BELOW = 3
const buildChildFields = (levels: number): Fields =>
  levels === 0 ? nodeFields : { ...nodeFields, children: list(buildChildFields(levels - 1), { required: true }) }

/** Fields of a menu node in an answer; buttons are the leaves. */
export const menuNode = {
  ...nodeFields,
  children: list(buildChildFields(LEVELS_BELOW), { required: true }),
} satisfies Fields
