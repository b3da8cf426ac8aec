import { refuse, refuseInput, type Issue } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { findServiceAccount } from '@/areas/access/server/queries/service-account'
import type { Context } from '@/server/context'
import { sendReadings } from '../contract/calls'
import { inlet, type InletKind } from '../contract/inlet'
import { mayConnectTo } from './inlet-address'
import { patternProblem } from '../rules/topic'
import { fingerprintIn } from './opcua/fingerprint'

type InletRow = Row<typeof inlet>
const schemes: Readonly<Record<InletKind, readonly string[]>> = {
  mqtt: ['mqtt:', 'mqtts:'],
  sparkplug: ['mqtt:', 'mqtts:'],
  opcua: ['opc.tcp:'],
}

/** POST /telemetry/inlet */
export async function addInlet(ctx: Context, input: CreateInput<typeof inlet>): Promise<InletRow> {
  await mustBeSound(ctx, input)
  const given = withFingerprint(input as Partial<InletRow>)
  return ctx.rows.insert(inlet, { ...given, state: input.enabled ? 'connecting' : 'off' })
}
/**
 * PUT /telemetry/inlet. Without a new password the stored one stays, unless scheme, host, port or user name change: the
 * password was entered for the former server, and `mqtt` would send in clear text what `mqtts` encrypts.
 */
export async function changeInlet(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof inlet>,
): Promise<InletRow> {
  const before = await ctx.rows.lock(inlet, id)
  const after = { ...before, ...patch } as InletRow
  await mustBeSound(ctx, after)
  const moved = toOrigin(after.url) !== toOrigin(before.url)
  if (!patch.password && (moved || after.userName !== before.userName))
    await ctx.query('update inlet set password = null where site_id = $1 and id = $2', [ctx.site, id])
  const { password, ...rest } = withFingerprint(patch as Partial<InletRow>)
  const turned =
    after.enabled !== before.enabled ? { state: after.enabled ? ('connecting' as const) : ('off' as const) } : {}
  // The certificate of the former server says nothing about the new one.
  const shown = moved ? { shownCertificate: null } : {}
  return ctx.rows.update(inlet, id, { ...rest, ...(password ? { password } : {}), ...turned, ...shown }, { version })
}
/** DELETE /telemetry/inlet: also deletes its sessions. */
export async function removeInlet(
  ctx: Context,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  await ctx.rows.remove(inlet, id, version === undefined ? {} : { version })
  await ctx.query('delete from inlet_session where site_id = $1 and inlet_id = $2', [ctx.site, id])
  return null
}
/** Replaces a pasted certificate by its fingerprint. */
const withFingerprint = (row: Partial<InletRow>): Partial<InletRow> =>
  row.serverCertificate ? { ...row, serverCertificate: fingerprintIn(row.serverCertificate) } : row
const toOrigin = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host.toLowerCase()}`
}

/** @throws 4013 naming the invalid fields, 6000 if the password could be read in transit */
async function mustBeSound(ctx: Context, given: CreateInput<typeof inlet>): Promise<void> {
  const patterns = given.patterns ?? []
  const nodes = given.nodes ?? []
  const issues: Issue[] = []
  const blame = (code: Issue['code'], ...path: Issue['path']) => void issues.push({ path, code })
  if (!soundUrl(given.url, given.kind)) blame('badFormat', 'url')
  else if (!mayConnectTo(ctx, new URL(given.url))) blame('notAllowed', 'url')
  if (given.kind === 'opcua' ? nodes.length === 0 : patterns.length === 0)
    blame('missing', given.kind === 'opcua' ? 'nodes' : 'patterns')
  for (const [i, { topic, tag }] of patterns.entries()) {
    const code = given.kind === 'mqtt' ? patternProblem({ topic, tag: tag ?? null }) : null
    if (code) blame(code, 'patterns', i, 'topic')
  }
  for (const [i, { nodeId }] of nodes.entries())
    if (!/^(ns=\d+;)?[isgb]=.+$/.test(nodeId)) blame('badFormat', 'nodes', i, 'nodeId')
    else if (nodes.findIndex((n) => n.nodeId === nodeId) < i) blame('duplicate', 'nodes', i, 'nodeId')
  if (given.serverCertificate && !fingerprintIn(given.serverCertificate)) blame('badFormat', 'serverCertificate')
  if (!(await maySend(ctx, given.accountId))) blame('notAllowed', 'accountId')
  if (issues.length) throw refuseInput(issues)
  // With mode Sign the server alone would decide whether the password is sent unencrypted.
  if (given.kind === 'opcua' && given.userName && !given.security?.endsWith('_SignAndEncrypt'))
    throw refuse('telemetry:refusals.inlet.openPassword')
}
/** True if the service account has the permission to send readings. */
export const maySend = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await findServiceAccount(ctx, accountId))?.keys.has(String(sendReadings.access)) ?? false

function soundUrl(url: string, kind: InletKind): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  return schemes[kind].includes(protocol) && hostname !== '' && !username && !password && !search && !hash
}
