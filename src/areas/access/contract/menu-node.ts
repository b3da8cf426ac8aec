import { integer, list, text, type Fields } from '@/contract/field'

const ownFields = {
  id: text({ required: true }),
  name: text({ required: true }),
  menu_name: text({ required: true }),
  url: text({ required: true }),
  menu_type: integer({ required: true }),
  icon: text(),
} satisfies Fields
/** Below the groups at the top: groups in them, pages, buttons. */
const LEVELS_BELOW = 3
const below = (levels: number): Fields =>
  levels === 0 ? ownFields : { ...ownFields, children: list(below(levels - 1), { required: true }) }

/** A node of the menu tree as it is answered; buttons are its leaves. */
export const menuNode = { ...ownFields, children: list(below(LEVELS_BELOW), { required: true }) } satisfies Fields
