/** Drafting, issuing and revising certificates, and the lists that belong to one certificate. */
import { randomBytes } from 'node:crypto'
import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import { buildReplacement, type ApprovalSubject } from '@/areas/standards/server/queries/approval'
import { listWithdrawnBatches } from '@/areas/laboratory/server/queries/results'
import { listFinishedRolls } from '@/areas/slitting/server/queries/finished-rolls'
import { type HandlerEntry, handle } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { formatCodePoint } from '@/server/pdf/create-pdf'
import { certificate, certificateAnnex } from '../contract/certificate'
import {
  withdrawnCitedTests,
  replaceCertificateApprover,
  rollsOfCertificate,
  certificateApprovers,
} from '../contract/certificate-endpoints'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
  rejectCertificate,
  withdrawCertificate,
} from '../contract/certificate-commands'
import { coaTranslation, setCoaTranslation } from '../contract/coa-texts'
import { toApprovableVersion, checkCertificateApproval, isCertificateValid, coveringStates } from '../rules/certificate'
import { computeCertificate, formatNumberList, type CertificateRow } from './compute-certificate'
import { assertOnlyCertificate } from './certificates-of-rolls'

const PAGE = 'qualityReport' as const
const APPROVE_PERMISSION = `${PAGE}Approve` as const
type Execution<In = unknown> = CommandExecution<typeof certificate, In>

/** POST /quality/certificate: stores a copy of the data, including limits and names. */
async function createDraft({
  ctx,
  input,
  patch,
  person,
  occurredAt,
}: Execution<EndpointInput<typeof draftCertificate>>): Promise<CertificateRow> {
  // The chosen approver must not be the author.
  const refusalReason = checkCertificateApproval(
    { approverId: input.approverId, draftedBy: person.id },
    input.approverId,
  )
  if (refusalReason) throw refuse(`certificates:refusals.${refusalReason}`)
  const [approver] = await listPeopleWithPermission(ctx, APPROVE_PERMISSION, [input.approverId])
  if (!approver) throw refuseInput([{ path: ['approverId'], code: 'notAllowed' }])
  const {
    gaps,
    held: holdNumbers,
    rolls,
    leftOut: _leftOut,
    standing: _standing,
    ...content
  } = await computeCertificate(ctx, input)
  if (holdNumbers) throw refuse('certificates:refusals.held', { hold: holdNumbers })
  if (gaps.length > 0 && !input.concession?.trim())
    throw refuse('certificates:refusals.gaps', {
      indexes: gaps
        .map(
          ({ name, judgement }) =>
            `${name} (${ctx.t(`certificates:certificate.subOptions.lines.judgement.${judgement}`)})`,
        )
        .join(', '),
    })
  await assertPrintable([content, input])
  const year = toPlantDay(ctx, occurredAt).slice(0, 4)
  // The number sequence serializes drafts, so the queries below see drafts that were made concurrently.
  const serial = await takeNextNumber(ctx, `certificate:${year}`)
  await assertReplaceable(ctx, input.replacesId ?? null, content.workOrderId)
  await assertOnlyCertificate(ctx, {
    workOrderId: content.workOrderId,
    rollIds: rolls.map(({ id }) => id),
    exceptIds: [input.replacesId ?? null],
    states: coveringStates,
  })
  const savedDraft = await ctx.rows.insert(certificate, {
    ...patch,
    ...content,
    concession: gaps.length > 0 ? input.concession : null,
    number: `COA${year}-${String(serial).padStart(5, '0')}`,
    draftedName: person.name,
  })
  await ctx.rows.insert(certificateAnnex, {
    certificateId: savedDraft.id,
    rolls,
    verifyCode: randomBytes(16).toString('base64url'),
  })
  notifyApprover(ctx, savedDraft)
  return savedDraft
}
/**
 * Asserts that the fonts of the PDF have all characters of the texts. The PDF prints a code point for any other character.
 * @throws a refusal that names these characters
 */
async function assertPrintable(content: unknown): Promise<void> {
  const { findUndrawableChars } = await import('@/server/pdf/create-pdf')
  const chars = findUndrawableChars(collectTexts(content))
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
const notifyApprover = (ctx: Context, { id, number, orderNumber, approverId }: CertificateRow): void =>
  ctx.notify({
    notice: 'certificateWaiting',
    id,
    title: () => `${number} ${orderNumber}`,
    keys: [APPROVE_PERMISSION],
    to: [approverId],
  })
/** POST /quality/certificate_replace_approver: replaces the approver and notifies the substitute. */
export const replaceApprover = handle(replaceCertificateApprover, async (ctx, { id, version, ...replacement }) => {
  const row = await ctx.rows.lock(certificate, id)
  const { replacements } = row
  const approvalSubject = {
    ...toApprovableVersion(row),
    replacements,
    id,
    label: row.number,
    kind: certificate.name,
    page: PAGE,
  } satisfies ApprovalSubject
  const updatedApproval = await buildReplacement(ctx, approvalSubject, replacement)
  const patch = { approverId: replacement.insteadId, replacements: updatedApproval.replacements }
  const savedRow = await ctx.rows.update(certificate, id, patch, { version })
  notifyApprover(ctx, savedRow)
  return savedRow
})
/** Asserts that the predecessor is valid, belongs to the same order, and has no successor in approval. */
async function assertReplaceable(ctx: Context, id: string | null, workOrderId: string): Promise<void> {
  if (!id) return
  const predecessor = await ctx.rows.lock(certificate, id)
  if (predecessor.workOrderId !== workOrderId || !isCertificateValid(predecessor.state))
    throw refuse('certificates:refusals.notReplaceable', { number: predecessor.number })
  const [waitingSuccessor] = await ctx.rows.find(certificate, {
    where: { replacesId: id, state: 'inApproval' },
    limit: 1,
  })
  if (waitingSuccessor)
    throw refuse('certificates:refusals.replacementWaits', {
      number: predecessor.number,
      waiting: waitingSuccessor.number,
    })
}

/**
 * POST /quality/certificate_issue. Refuses a draft if one of its rolls has been removed, held or downgraded since it
 * was drafted, or if a cited test result has been withdrawn.
 */
async function issueDraft({ ctx, row, patch, person }: Execution): Promise<CertificateRow> {
  const draftRow = row!
  const annex = await loadAnnex(ctx, draftRow.id)
  const rolls = await listFinishedRolls(ctx, { rollIds: annex.rolls.map(({ id }) => id) })
  const gradeById = new Map(rolls.map((roll) => [roll.id, roll.grade]))
  const changedRolls = annex.rolls.filter((roll) => gradeById.get(roll.id) !== (roll.grade ?? 'good'))
  if (changedRolls.length > 0)
    throw refuse('certificates:refusals.rollsChanged', {
      numbers: formatNumberList(changedRolls.map(({ number }) => number)),
    })
  const holdNumbers = [...new Set(rolls.flatMap(({ holds }) => holds))]
  if (holdNumbers.length > 0) throw refuse('certificates:refusals.held', { hold: holdNumbers.join(', ') })
  const [withdrawnBatch] = await listWithdrawnBatches(ctx, draftRow.batchIds)
  if (withdrawnBatch)
    throw refuse('certificates:refusals.testsWithdrawn', {
      batch: withdrawnBatch.number,
      reason: withdrawnBatch.reason ?? '',
    })
  await assertOnlyCertificate(ctx, {
    workOrderId: draftRow.workOrderId,
    rollIds: annex.rolls.map(({ id }) => id),
    exceptIds: [draftRow.id, draftRow.replacesId],
    states: ['issued'],
  })
  if (draftRow.replacesId) {
    const predecessor = await ctx.rows.lock(certificate, draftRow.replacesId)
    if (!isCertificateValid(predecessor.state))
      throw refuse('certificates:refusals.notReplaceable', { number: predecessor.number })
    await ctx.rows.update(certificate, predecessor.id, { state: 'replaced', replacedById: draftRow.id })
  }
  return ctx.rows.update(certificate, draftRow.id, { ...patch, issuedName: person.name })
}
export const certificateHandlers: HandlerEntry[] = [
  handleCommand(draftCertificate, createDraft),
  handleCommand(issueCertificate, issueDraft),
  handleCommand(rejectCertificate),
  handleCommand(withdrawCertificate),
  handleCommand(invalidateCertificate),
]

/** Loads the annex of a certificate. */
export async function loadAnnex(ctx: Context, certificateId: string): Promise<Row<typeof certificateAnnex>> {
  const [annex] = await ctx.rows.find(certificateAnnex, { where: { certificateId }, limit: 1 })
  if (!annex) throw new Error(`certificate ${certificateId} has no annex`)
  return annex
}
/** GET /quality/certificate_rolls: the rolls that a certificate covers. */
export const listCertificateRolls = handle(rollsOfCertificate, async (ctx, { id }) => {
  const row = await ctx.rows.get(certificate, id)
  return (await loadAnnex(ctx, row.id)).rolls
})
/** GET /quality/certificate_approvers: people who may issue certificates. */
export const listCertificateApprovers = handle(certificateApprovers, (ctx) =>
  listPeopleWithPermission(ctx, APPROVE_PERMISSION),
)
/** GET /quality/certificate_tests: cited test batches that were withdrawn. */
export const listWithdrawnTests = handle(withdrawnCitedTests, async (ctx, { id }) => {
  const row = await ctx.rows.get(certificate, id)
  return (await listWithdrawnBatches(ctx, row.batchIds)).map(({ number, reason }) => ({ number, reason }))
})
/** POST /quality/get_translate: inserts or overwrites a translation. */
export const saveTranslation = handle(setCoaTranslation, async (ctx, { term, english }) => {
  const [existingTranslation] = await ctx.rows.find(coaTranslation, { where: { term }, limit: 1, lock: true })
  return existingTranslation
    ? ctx.rows.update(coaTranslation, existingTranslation.id, { english })
    : ctx.rows.insert(coaTranslation, { term, english })
})
