/** Saved views of lists: own views, and views that are shared with all readers of the list. */
import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { savedView, deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, sql } from '@/server/sql'
import { user } from '../contract/user'
import { handle } from '@/server/area'

/**
 * Returns the endpoint that reads a list and the endpoints that change its rows: update, else create, else all commands.
 * @throws if `list` is no resource with a list
 */
const getListEndpoints = (ctx: Context, list: string) => {
  const resource = (ctx as AppContext).app.resources.get(list)
  if (!resource?.endpoints.list) throw refuseInput([{ path: ['list'], code: 'notAnOption' }])
  const { update, create } = resource.endpoints
  const rowEndpoints = [update, create].flatMap((endpoint) => endpoint ?? [])
  const commands = [...(ctx as AppContext).app.endpoints.values()]
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.effect === 'write' && endpoint.name.startsWith(`${list}.`))
  return { read: resource.endpoints.list, change: rowEndpoints.length > 0 ? rowEndpoints.slice(0, 1) : commands }
}
/** Returns the caller's rights: readers of a list may save views of it, and people who may change its rows may share them. */
function getListRights(ctx: Context, list: string): { read: boolean; share: boolean } {
  const { read, change } = getListEndpoints(ctx, list)
  const isAllowed = ({ access }: typeof read) => canCall(access, ctx.person)
  return { read: isAllowed(read), share: change.some(isAllowed) }
}
const createForbiddenRefusal = (key: string) =>
  new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })

/** Lists the caller's and the shared views of a list. */
export const loadSavedViews = handle(listSavedViews, async (ctx, input) => {
  const personId = ctx.person!.id
  const { read, share } = getListRights(ctx, input.list ?? '')
  if (!read) throw createForbiddenRefusal(String(input.list))
  const rows = await ctx.query(
    sql`select ${columns(savedView, ['id', 'version', 'name', 'ownerId', 'list', 'page', 'query', 'columns', 'shared'], 'v')},
        ${computed<{ owner: string }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language, 'u')} as owner`}
      from saved_view v join app_user u on u.site_id = v.site_id and u.id = v.owner_id
      where v.site_id = ${ctx.site} and v.list = ${input.list} and v.page = ${input.page} and (v.owner_id = ${personId} or v.shared)
      order by v.name, v.id`,
  )
  return { mayShare: share, views: rows.map(({ ownerId, ...view }) => ({ ...view, own: ownerId === personId })) }
})

/** Locks one of the caller's own views. The refusal for another person's view reveals only that the view exists. */
async function lockOwnView(ctx: Context, id: string): Promise<Row<typeof savedView>> {
  const view = await ctx.rows.lock(savedView, id)
  if (view.ownerId !== ctx.person!.id) throw refuse('access:refusals.viewOfOther')
  return view
}
/** Creates or updates one of the caller's views. */
export const storeSavedView = handle(saveView, async (ctx, { id, version, ...values }) => {
  const { read, share } = getListRights(ctx, values.list)
  if (!read) throw createForbiddenRefusal(values.list)
  if (values.shared && !share) throw refuse('access:refusals.viewShare')
  if (!id) return ctx.rows.insert(savedView, { ...values, ownerId: ctx.person!.id })
  await lockOwnView(ctx, id)
  return ctx.rows.update(savedView, id, { ...values, shared: values.shared ?? false }, { version: version ?? null })
})
/** Deletes one of the caller's views. */
export const removeSavedView = handle(deleteView, async (ctx, { id, version }) => {
  await lockOwnView(ctx, id)
  await ctx.rows.remove(savedView, id, { version: version ?? null })
  return null
})
