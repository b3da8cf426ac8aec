import { refuseInput, type Issue } from '@/contract/errno'
import type { Create, Patch, Row } from '@/contract/resource'
import { serviceAccountOf } from '@/areas/access/server/queries/service-account'
import type { Context } from '@/server/context'
import { sendReadings } from '../contract/calls'
import { inlet, type InletKind } from '../contract/inlet'
import { patternProblem } from '../rules/topic'

type InletRow = Row<typeof inlet>
const schemes: Readonly<Record<InletKind, readonly string[]>> = {
  mqtt: ['mqtt:', 'mqtts:'],
  sparkplug: ['mqtt:', 'mqtts:'],
  opcua: ['opc.tcp:'],
}

/** POST /telemetry/inlet */
export async function addInlet(ctx: Context, input: Create<typeof inlet>): Promise<InletRow> {
  await mustBeSound(ctx, input)
  return ctx.rows.insert(inlet, { ...(input as Partial<InletRow>), state: input.enabled ? 'connecting' : 'off' })
}
/** PUT /telemetry/inlet. The password stays as long as none is given, but not for another host or name: it was entered for this one. */
export async function changeInlet(ctx: Context, { id, version, ...patch }: Patch<typeof inlet>): Promise<InletRow> {
  const before = await ctx.rows.lock(inlet, id)
  const after = { ...before, ...patch } as InletRow
  await mustBeSound(ctx, after)
  if (!patch.password && (hostOf(after.url) !== hostOf(before.url) || after.userName !== before.userName))
    await ctx.query('update inlet set password = null where site_id = $1 and id = $2', [ctx.site, id])
  const { password, ...rest } = patch as Partial<InletRow>
  const turned =
    after.enabled !== before.enabled ? { state: after.enabled ? ('connecting' as const) : ('off' as const) } : {}
  return ctx.rows.update(inlet, id, { ...rest, ...(password ? { password } : {}), ...turned }, { version })
}
/** DELETE /telemetry/inlet: its sessions go with it. */
export async function removeInlet(
  ctx: Context,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  await ctx.rows.remove(inlet, id, version === undefined ? {} : { version })
  await ctx.query('delete from inlet_session where site_id = $1 and inlet_id = $2', [ctx.site, id])
  return null
}
const hostOf = (url: string): string => new URL(url).host

/** @throws 4013 naming the fields */
async function mustBeSound(ctx: Context, given: Create<typeof inlet>): Promise<void> {
  const patterns = given.patterns ?? []
  const nodes = given.nodes ?? []
  const issues: Issue[] = []
  const blame = (code: Issue['code'], ...path: Issue['path']) => void issues.push({ path, code })
  if (!soundUrl(given.url, given.kind)) blame('badFormat', 'url')
  if (given.kind === 'opcua' ? nodes.length === 0 : patterns.length === 0)
    blame('missing', given.kind === 'opcua' ? 'nodes' : 'patterns')
  for (const [i, { topic, tag }] of patterns.entries()) {
    const code = given.kind === 'mqtt' ? patternProblem({ topic, tag: tag ?? null }) : null
    if (code) blame(code, 'patterns', i, 'topic')
  }
  for (const [i, { nodeId }] of nodes.entries())
    if (!/^(ns=\d+;)?[isgb]=.+$/.test(nodeId)) blame('badFormat', 'nodes', i, 'nodeId')
    else if (nodes.findIndex((n) => n.nodeId === nodeId) < i) blame('duplicate', 'nodes', i, 'nodeId')
  if (!(await maySend(ctx, given.accountId))) blame('notAllowed', 'accountId')
  if (issues.length) throw refuseInput(issues)
}
/** Whether an account may send readings at all. */
export const maySend = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await serviceAccountOf(ctx, accountId))?.keys.has(String(sendReadings.access)) ?? false

function soundUrl(url: string, kind: InletKind): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  return schemes[kind].includes(protocol) && hostname !== '' && !username && !password && !search && !hash
}
