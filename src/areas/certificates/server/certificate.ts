import { randomBytes } from 'node:crypto'
import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import { listActiveKeyHolders } from '@/areas/access/server/queries/key-holders'
import { replaced, type Standing } from '@/areas/standards/server/queries/approval'
import { withdrawnBatches } from '@/areas/laboratory/server/queries/results'
import { listFinishedRolls } from '@/areas/rolls/server/queries/for-certificates'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { formatCodePoint } from '@/server/pdf/stand-ins'
import { certificate, certificateAnnex } from '../contract/certificate'
import type { citedTests, replaceCertificateApprover, rollsOfCertificate } from '../contract/certificate-calls'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
  rejectCertificate,
  withdrawCertificate,
} from '../contract/certificate-commands'
import { coaTranslation, type translate } from '../contract/words'
import { approvalOf, approvalProblem, isValid, standingStates } from '../rules/certificate'
import { compute, named, type CertificateRow } from './compute'
import { mustBeOnly } from './standing'

const PAGE = 'qualityReport' as const
const APPROVE = `${PAGE}Approve` as const
type Step<In = unknown> = CommandExecution<typeof certificate, In>

/** POST /quality/certificate: stores a copy of the data, including limits and names. */
async function draft({
  ctx,
  input,
  patch: change,
  person,
  occurredAt: at,
}: Step<EndpointInput<typeof draftCertificate>>): Promise<CertificateRow> {
  const problem = approvalProblem({ approverId: input.approverId, draftedBy: person.id }, input.approverId)
  if (problem) throw refuse(`certificates:refusals.${problem}`)
  const [approver] = await listActiveKeyHolders(ctx, APPROVE, [input.approverId])
  if (!approver) throw refuseInput([{ path: ['approverId'], code: 'notAllowed' }])
  const { gaps, held, rolls, leftOut: _, standing: _s, ...said } = await compute(ctx, input)
  if (held) throw refuse('certificates:refusals.held', { hold: held })
  if (gaps.length > 0 && !input.concession?.trim())
    throw refuse('certificates:refusals.gaps', {
      indexes: gaps
        .map(
          ({ name, judgement }) =>
            `${name} (${ctx.t(`certificates:certificate.subOptions.lines.judgement.${judgement}`)})`,
        )
        .join(', '),
    })
  await assertPrintable([said, input])
  const year = toPlantDay(ctx, at).slice(0, 4)
  // The number sequence serializes drafts, so the queries below see drafts that were made concurrently.
  const serial = await takeNextNumber(ctx, `certificate:${year}`)
  await mustReplace(ctx, input.replacesId ?? null, said.workOrderId)
  await mustBeOnly(ctx, {
    workOrderId: said.workOrderId,
    rollIds: rolls.map(({ id }) => id),
    but: [input.replacesId ?? null],
    states: standingStates,
  })
  const saved = await ctx.rows.insert(certificate, {
    ...change,
    ...said,
    concession: gaps.length > 0 ? input.concession : null,
    number: `COA${year}-${String(serial).padStart(5, '0')}`,
    draftedName: person.name,
  })
  await ctx.rows.insert(certificateAnnex, {
    certificateId: saved.id,
    rolls,
    verifyCode: randomBytes(16).toString('base64url'),
  })
  tellApprover(ctx, saved)
  return saved
}
/** @throws 6000 naming the characters that the PDF cannot show; the customer would read their code points instead */
async function assertPrintable(content: unknown): Promise<void> {
  const { findUndrawable } = await import('@/server/pdf/create-pdf')
  const chars = findUndrawable(collectTexts(content))
  if (chars.length > 0)
    throw refuse('certificates:refusals.unprintable', {
      characters: chars.map((char) => `${char} (${formatCodePoint(char)})`).join(', '),
    })
}
/** Collects all strings in a JSON value. */
function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : []
}
const tellApprover = (ctx: Context, { id, number, orderNumber, approverId }: CertificateRow): void =>
  ctx.notify({
    notice: 'certificateWaiting',
    id,
    title: () => `${number} ${orderNumber}`,
    keys: [APPROVE],
    to: [approverId],
  })
/** POST /quality/certificate_replace_approver: replaces the approver and notifies the substitute. */
export async function replaceApprover(
  ctx: Context,
  { id, version, ...asked }: EndpointInput<typeof replaceCertificateApprover>,
): Promise<CertificateRow> {
  const row = await ctx.rows.lock(certificate, id)
  const { replacements } = row
  const standing = {
    ...approvalOf(row),
    replacements,
    id,
    label: row.number,
    kind: certificate.name,
    page: PAGE,
  } satisfies Standing
  const after = await replaced(ctx, standing, asked)
  const change = { approverId: asked.insteadId, replacements: after.replacements }
  const saved = await ctx.rows.update(certificate, id, change, { version })
  tellApprover(ctx, saved)
  return saved
}
/** Checks that the predecessor is valid, belongs to the same order, and has no successor that waits for approval. */
async function mustReplace(ctx: Context, id: string | null, workOrderId: string): Promise<void> {
  if (!id) return
  const former = await ctx.rows.lock(certificate, id)
  if (former.workOrderId !== workOrderId || !isValid(former.state))
    throw refuse('certificates:refusals.notReplaceable', { number: former.number })
  const [waiting] = await ctx.rows.find(certificate, { where: { replacesId: id, state: 'inApproval' }, limit: 1 })
  if (waiting)
    throw refuse('certificates:refusals.replacementWaits', { number: former.number, waiting: waiting.number })
}

/**
 * POST /quality/certificate_issue. The content must still be true: no roll gone, held or downgraded, no cited result
 * withdrawn.
 */
async function issue({ ctx, row, patch: change, person }: Step): Promise<CertificateRow> {
  const known = row!
  const annex = await annexOf(ctx, known.id)
  const rolls = await listFinishedRolls(ctx, { rollIds: annex.rolls.map(({ id }) => id) })
  const grade = new Map(rolls.map((roll) => [roll.id, roll.grade]))
  const worse = annex.rolls.filter((roll) => grade.get(roll.id) !== (roll.grade ?? 'good'))
  if (worse.length > 0)
    throw refuse('certificates:refusals.rollsChanged', { numbers: named(worse.map(({ number }) => number)) })
  const held = [...new Set(rolls.flatMap(({ holds }) => holds))]
  if (held.length > 0) throw refuse('certificates:refusals.held', { hold: held.join(', ') })
  const [gone] = await withdrawnBatches(ctx, known.batchIds)
  if (gone) throw refuse('certificates:refusals.testsWithdrawn', { batch: gone.number, reason: gone.reason ?? '' })
  await mustBeOnly(ctx, {
    workOrderId: known.workOrderId,
    rollIds: annex.rolls.map(({ id }) => id),
    but: [known.id, known.replacesId],
    states: ['issued'],
  })
  if (known.replacesId) {
    const former = await ctx.rows.lock(certificate, known.replacesId)
    if (!isValid(former.state)) throw refuse('certificates:refusals.notReplaceable', { number: former.number })
    await ctx.rows.update(certificate, former.id, { state: 'replaced', replacedById: known.id })
  }
  return ctx.rows.update(certificate, known.id, { ...change, issuedName: person.name })
}
export const certificateHandlers: HandlerEntry[] = [
  handleCommand(draftCertificate, draft),
  handleCommand(issueCertificate, issue),
  handleCommand(rejectCertificate),
  handleCommand(withdrawCertificate),
  handleCommand(invalidateCertificate),
]

/** Loads the annex of a certificate. */
export async function annexOf(ctx: Context, certificateId: string): Promise<Row<typeof certificateAnnex>> {
  const [annex] = await ctx.rows.find(certificateAnnex, { where: { certificateId }, limit: 1 })
  if (!annex) throw new Error(`certificate ${certificateId} has no annex`)
  return annex
}
/** GET /quality/certificate_rolls: the rolls that a certificate covers. */
export async function rollsOf(ctx: Context, { id }: EndpointInput<typeof rollsOfCertificate>) {
  const row = await ctx.rows.get(certificate, id)
  return (await annexOf(ctx, row.id)).rolls
}
/** GET /quality/certificate_approvers: people who may issue certificates. */
export const approvers = (ctx: Context) => listActiveKeyHolders(ctx, APPROVE)
/** GET /quality/certificate_tests: cited test batches that were withdrawn. */
export async function cited(
  ctx: Context,
  { id }: EndpointInput<typeof citedTests>,
): Promise<EndpointOutput<typeof citedTests>> {
  const row = await ctx.rows.get(certificate, id)
  return (await withdrawnBatches(ctx, row.batchIds)).map(({ number, reason }) => ({ number, reason }))
}
/** POST /quality/get_translate: inserts or overwrites a translation. */
export async function setTranslation(
  ctx: Context,
  { term, english }: EndpointInput<typeof translate>,
): Promise<EndpointOutput<typeof translate>> {
  const [known] = await ctx.rows.find(coaTranslation, { where: { term }, limit: 1, lock: true })
  return known
    ? ctx.rows.update(coaTranslation, known.id, { english })
    : ctx.rows.insert(coaTranslation, { term, english })
}
