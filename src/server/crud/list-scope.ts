import type { Context } from '../context'
import type { ListScope } from './list'
import type { KitContext } from './operations'

/** Converts a request context to the scope of a list. */
export const toListScope = (ctx: Context): ListScope => ({
  query: ctx.query,
  site: ctx.site,
  language: ctx.language,
  timeZone: ctx.timeZone,
  t: ctx.t,
  words: (ctx as KitContext).app.words,
  resource: (name) => (ctx as KitContext).app.resources.get(name),
  person: ctx.person,
})
