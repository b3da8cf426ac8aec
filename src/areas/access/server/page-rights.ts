import { canCall, type EndpointInput, type EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { menuPages } from '@/contract/menu'
import type { pageRights } from '@/contract/page-rights'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { listRolesHoldingKeys } from './queries/key-holders'

/**
 * Lists the keys of a page that an endpoint requires, each with the roles that hold it. `role` is null if none does.
 */
export async function listPageRights(
  ctx: Context,
  input: EndpointInput<typeof pageRights>,
): Promise<EndpointOutput<typeof pageRights>> {
  const page = menuPages.find(({ name }) => name === input.page)
  if (!page) throw refuseInput([{ path: ['page'], code: 'notAnOption' }])
  const view = `${page.name}View`
  if (!canCall(view, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: view } })
  const usedKeys = new Set([...(ctx as KitContext).app.endpoints.values()].flatMap(({ endpoint }) => endpoint.access))
  const keys = page.keys
    .map((suffix) => ({ suffix, key: `${page.name}${suffix}` }))
    .filter(({ suffix, key }) => suffix === 'View' || usedKeys.has(key))
  const grants = await listRolesHoldingKeys(
    ctx,
    keys.map(({ key }) => key),
  )
  return keys.flatMap(({ suffix, key }): EndpointOutput<typeof pageRights> => {
    const roles = grants.filter((grant) => grant.key === key)
    return roles.length > 0 ? roles.map(({ role }) => ({ suffix, key, role })) : [{ suffix, key, role: null }]
  })
}
