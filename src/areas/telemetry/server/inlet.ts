/** Creates, changes and deletes inlets. */
import { refuse, refuseInput, type Issue } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import { findServiceAccount } from '@/areas/access/server/queries/people'
import type { Context } from '@/server/context'
import { sendReadings } from '../contract/telemetry-endpoints'
import { inlet, type InletKind } from '../contract/inlet'
import { isAllowedInletUrl } from './inlet-address'
import { findTopicPatternProblem } from '../rules/topic'
import { toFingerprint } from './opcua/client-certificate'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

type InletRow = Row<typeof inlet>
const allowedSchemesByKind: Readonly<Record<InletKind, readonly string[]>> = {
  mqtt: ['mqtt:', 'mqtts:'],
  sparkplug: ['mqtt:', 'mqtts:'],
  opcua: ['opc.tcp:'],
}

/** POST /telemetry/inlet */
export const addInlet = handle(inlet.endpoints.create, async (ctx, input) => {
  await assertInletValid(ctx, input)
  const values = replaceCertificateByFingerprint(input as Partial<InletRow>)
  return ctx.rows.insert(inlet, { ...values, state: input.enabled ? 'connecting' : 'off' })
})
/**
 * PUT /telemetry/inlet. Without a new password the stored password stays, unless scheme, host, port or user name
 * change. The password was entered for the former server, and `mqtt` would send it in clear text.
 */
export const changeInlet = handle(inlet.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const storedInlet = await ctx.rows.lock(inlet, id)
  const patchedInlet = { ...storedInlet, ...patch } as InletRow
  await assertInletValid(ctx, patchedInlet)
  const isOriginChanged = getOrigin(patchedInlet.url) !== getOrigin(storedInlet.url)
  if (!patch.password && (isOriginChanged || patchedInlet.userName !== storedInlet.userName))
    await ctx.query(sql`update inlet set password = null where site_id = ${ctx.site} and id = ${id}`)
  const { password, ...remainingPatch } = replaceCertificateByFingerprint(patch as Partial<InletRow>)
  const stateChange =
    patchedInlet.enabled !== storedInlet.enabled
      ? { state: patchedInlet.enabled ? ('connecting' as const) : ('off' as const) }
      : {}
  // The certificate of the former server says nothing about the new one.
  const certificateReset = isOriginChanged ? { shownCertificate: null } : {}
  return ctx.rows.update(
    inlet,
    id,
    { ...remainingPatch, ...(password ? { password } : {}), ...stateChange, ...certificateReset },
    { version },
  )
})
/** DELETE /telemetry/inlet: also deletes its sessions. */
export const removeInlet = handle(inlet.endpoints.remove, async (ctx, { id, version }) => {
  await ctx.rows.remove(inlet, id, version === undefined ? {} : { version })
  await ctx.query(sql`delete from inlet_session where site_id = ${ctx.site} and inlet_id = ${id}`)
  return null
})
/** Replaces a pasted certificate by its fingerprint. */
const replaceCertificateByFingerprint = (row: Partial<InletRow>): Partial<InletRow> =>
  row.serverCertificate ? { ...row, serverCertificate: toFingerprint(row.serverCertificate) } : row
const getOrigin = (url: string): string => {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host.toLowerCase()}`
}

/** @throws 4013 naming the invalid fields, 6000 if the password could be read in transit */
async function assertInletValid(ctx: Context, inletValues: CreateInput<typeof inlet>): Promise<void> {
  const patterns = inletValues.patterns ?? []
  const nodes = inletValues.nodes ?? []
  const issues: Issue[] = []
  const addIssue = (code: Issue['code'], ...path: Issue['path']) => void issues.push({ path, code })
  if (!isValidUrl(inletValues.url, inletValues.kind)) addIssue('badFormat', 'url')
  else if (!isAllowedInletUrl(ctx, new URL(inletValues.url))) addIssue('notAllowed', 'url')
  if (inletValues.kind === 'opcua' ? nodes.length === 0 : patterns.length === 0)
    addIssue('missing', inletValues.kind === 'opcua' ? 'nodes' : 'patterns')
  for (const [i, { topic, tag }] of patterns.entries()) {
    const code = inletValues.kind === 'mqtt' ? findTopicPatternProblem({ topic, tag: tag ?? null }) : null
    if (code) addIssue(code, 'patterns', i, 'topic')
  }
  for (const [i, { nodeId }] of nodes.entries())
    if (!/^(ns=\d+;)?[isgb]=.+$/.test(nodeId)) addIssue('badFormat', 'nodes', i, 'nodeId')
    else if (nodes.findIndex((n) => n.nodeId === nodeId) < i) addIssue('duplicate', 'nodes', i, 'nodeId')
  if (inletValues.serverCertificate && !toFingerprint(inletValues.serverCertificate))
    addIssue('badFormat', 'serverCertificate')
  if (!(await canSendReadings(ctx, inletValues.accountId))) addIssue('notAllowed', 'accountId')
  if (issues.length) throw refuseInput(issues)
  // Without encryption of messages, the server alone decides if the password is encrypted.
  if (inletValues.kind === 'opcua' && inletValues.userName && !inletValues.security?.endsWith('_SignAndEncrypt'))
    throw refuse('telemetry:refusals.inlet.openPassword')
}
/** True if the service account has the permission to send readings. */
export const canSendReadings = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await findServiceAccount(ctx, accountId))?.keys.has(String(sendReadings.access)) ?? false

function isValidUrl(url: string, kind: InletKind): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  return allowedSchemesByKind[kind].includes(protocol) && hostname !== '' && !username && !password && !search && !hash
}
