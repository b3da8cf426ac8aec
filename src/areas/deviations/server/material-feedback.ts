/** Handlers of material feedback: drafts, their approval, the supplier's form and answer. */
import type { EndpointInput } from '@/contract/endpoint'
import { XLSX_MIME } from '@/contract/endpoint'
import { Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toPlantDay, requirePerson } from '@/plant/server/plant'
import { materialLot } from '@/areas/feeding/contract/material'
import { isDraft, getNextApproverId } from '@/areas/standards/rules/approval'
import {
  listApprovers,
  buildDecision,
  buildReplacement,
  buildSubmission,
  type ApprovalSubject,
} from '@/areas/standards/server/queries/approval'
import { handle, handleFile, type HandlerEntry } from '@/server/area'
import { FileAnswer, type Context } from '@/server/context'
import { handleCommand } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { loadRefs, toListScope } from '@/server/crud/refs'
import { buildResourceColumns, formatColumnText } from '@/server/excel/resource-columns'
import { buildHeading } from '@/server/excel/worksheet-heading'
import { formatHeader, writeWorksheet } from '@/server/excel/write-worksheet'
import { getPictureIds, storeFormPictures, readRowPicture } from '@/server/files/form-pictures'
import { loadReportPhotos } from './abnormity-report'
import {
  addFeedback,
  answerFeedback,
  closeFeedback,
  editFeedback,
  feedbackApproval,
  feedbackApprovers,
  feedbackContentFields,
  feedbackForm,
  feedbackImage,
  materialFeedback,
  nextFeedbackSerial,
  ratifyFeedback,
  removeFeedback,
  reopenFeedback,
  replaceFeedbackApprover,
  submitFeedback,
} from '../contract/material-feedback'
import { toApprovableFeedback } from '../rules/material-feedback'

type Feedback = Row<typeof materialFeedback>
const toApprovalSubject = (row: Feedback): ApprovalSubject => ({
  ...toApprovableFeedback(row),
  newest: true,
  label: row.number,
  kind: 'materialFeedback',
  page: 'qualityTracking',
})
const getNumberPrefix = (year: string): string => `MF${year}-`
const formatFeedbackNumber = (year: string, serial: number): string =>
  `${getNumberPrefix(year)}${String(serial).padStart(4, '0')}`
const getCurrentYear = (ctx: Context): string => toPlantDay(ctx, ctx.now.toISOString()).slice(0, 4)

/** POST /quality/qt_dis: creates a draft with a new number. */
async function createFeedback(ctx: Context, input: EndpointInput<typeof addFeedback>): Promise<Feedback> {
  await assertLotOfMaterial(ctx, input.materialLotId ?? null, input.materialId)
  const year = getCurrentYear(ctx)
  return ctx.rows.insert(materialFeedback, {
    ...input,
    id: input.id ?? undefined,
    number: formatFeedbackNumber(year, await takeNextNumber(ctx, `material-feedback:${year}`)),
    state: 'notApproved',
    authors: [requirePerson(ctx).id],
  } as Partial<Feedback>)
}
/** Asserts that a lot belongs to the material. @throws a refusal of `materialLotId` */
async function assertLotOfMaterial(ctx: Context, lotId: string | null, materialId: string): Promise<void> {
  if (!lotId) return
  const lot = await ctx.rows.get(materialLot, lotId)
  if (lot.materialId !== materialId) throw refuseInput([{ path: ['materialLotId'], code: 'notAllowed' }])
}
/** PUT /quality/qt_dis: updates a draft and adds the person to its authors. */
async function editDraft(
  ctx: Context,
  { id, version, ...patch }: EndpointInput<typeof editFeedback>,
): Promise<Feedback> {
  const row = await lockDraft(ctx, id)
  const mergedPatch = await ctx.rows.merge(materialFeedback, id, patch as Partial<Feedback>, version ?? null)
  const nextRow = { ...row, ...mergedPatch }
  await assertLotOfMaterial(ctx, nextRow.materialLotId, nextRow.materialId)
  return ctx.rows.update(materialFeedback, id, {
    ...mergedPatch,
    authors: [...new Set([...row.authors, requirePerson(ctx).id])],
  })
}
const removeDraft = handle(removeFeedback, async (ctx, { id, version }) => {
  await lockDraft(ctx, id)
  await ctx.rows.remove(materialFeedback, id, { version: version ?? null })
  return null
})
async function lockDraft(ctx: Context, id: string): Promise<Feedback> {
  const row = await ctx.rows.lock(materialFeedback, id)
  if (!isDraft(toApprovableFeedback(row))) throw buildNotEditableRefusal(ctx, row)
  return row
}
const buildNotEditableRefusal = (ctx: Context, { number, state }: Feedback): Refusal =>
  refuse('deviations:refusals.feedbackFixed', {
    number,
    state: ctx.t(`deviations:materialFeedback.options.state.${state}`),
  })
/** Locks a feedback that is not closed. @throws if it is closed */
async function lockOpenFeedback(ctx: Context, id: string): Promise<Feedback> {
  const row = await ctx.rows.lock(materialFeedback, id)
  if (row.state === 'closed') throw buildNotEditableRefusal(ctx, row)
  return row
}
/** Exports the form for the supplier as a workbook with one row per field. */
async function exportSupplierForm(ctx: Context, row: Pick<Feedback, 'id'>): Promise<FileAnswer> {
  const feedbackRow = await ctx.rows.get(materialFeedback, row.id)
  const refs = await loadRefs(toListScope(ctx), materialFeedback, [feedbackRow])
  const fieldColumns = buildResourceColumns(materialFeedback, ctx.t, {
    language: ctx.language,
    timeZone: ctx.timeZone,
    fieldNames: [
      'number',
      ...Object.keys(feedbackContentFields),
      'state',
      'approvedBy',
      'approvedAt',
      'feedback',
      'feedbackImages',
      'feedbackAt',
      'verification',
      'closedAt',
    ],
  })
  const photos = {
    images: await loadReportPhotos(ctx, feedbackRow.images),
    feedbackImages: await loadReportPhotos(ctx, feedbackRow.feedbackImages),
  }
  const rows = fieldColumns.flatMap((column) =>
    column.field === 'images' || column.field === 'feedbackImages'
      ? photos[column.field].map((photo) => [column.header, photo])
      : [[formatHeader(column), formatColumnText(column, feedbackRow, refs, ctx.timeZone)]],
  )
  return new FileAnswer(
    `${feedbackRow.number}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      sheetName: feedbackRow.number,
      heading: buildHeading(ctx, {
        title: `${ctx.t('deviations:materialFeedback.name')} ${feedbackRow.number}`,
        period: null,
      }),
      isForm: true,
      columns: [
        { header: ctx.t('deviations:sheet.item'), kind: 'text', widthChars: 24 },
        { header: ctx.t('deviations:sheet.content'), kind: 'text', widthChars: 70, wrapsText: true },
      ],
      rows,
      timeZone: ctx.timeZone,
    }),
  )
}
/** GET /quality/dis_serial_no: returns the next number without taking it from the series. */
const previewNextNumber = handle(nextFeedbackSerial, async (ctx) => {
  const year = getCurrentYear(ctx)
  const prefix = getNumberPrefix(year)
  const [newestFeedback] = await ctx.rows.find(materialFeedback, { where: {}, orderBy: '-number', limit: 1 })
  const lastSerial = newestFeedback?.number.startsWith(prefix) ? Number(newestFeedback.number.slice(prefix.length)) : 0
  return { number: formatFeedbackNumber(year, lastSerial + 1) }
})
const submitForApproval = handle(submitFeedback, async (ctx, { id, version, approvers }) => {
  const row = await lockOpenFeedback(ctx, id)
  const values = await buildSubmission(ctx, { ...toApprovalSubject(row), earlier: row.earlier }, approvers)
  const savedRow = await ctx.rows.update(materialFeedback, id, values, { version })
  notifyParticipants(ctx, savedRow)
  return savedRow
})
const decideApproval = handle(ratifyFeedback, async (ctx, { id, version, decision, reason }) => {
  const row = await lockOpenFeedback(ctx, id)
  const decisionResult = await buildDecision(ctx, toApprovalSubject(row), decision, reason?.trim() || null)
  // A feedback has a single version and therefore no field `newest`, which the result contains after an approval.
  const { newest: _newest, ...decisionFields } = { newest: false, ...decisionResult }
  const savedRow = await ctx.rows.update(materialFeedback, id, decisionFields, { version })
  notifyParticipants(ctx, savedRow)
  return savedRow
})
const replaceApprover = handle(replaceFeedbackApprover, async (ctx, { id, version, ...replacement }) => {
  const row = await lockOpenFeedback(ctx, id)
  const savedRow = await ctx.rows.update(
    materialFeedback,
    id,
    await buildReplacement(ctx, toApprovalSubject(row), replacement),
    { version },
  )
  // Approvers further down the order are notified when it is their turn.
  if (savedRow.waitingFor !== row.waitingFor) notifyParticipants(ctx, savedRow)
  return savedRow
})
/** Notifies the next approver. After the decision, notifies the authors. */
function notifyParticipants(ctx: Context, { id, number, waitingFor, state, authors }: Feedback): void {
  const title = () => number
  if (waitingFor)
    ctx.notify({ notice: 'feedbackWaiting', id, title, keys: ['qualityTrackingApprove'], to: [waitingFor] })
  else if (state !== 'inApproval')
    ctx.notify({ notice: 'feedbackDecided', id, title, keys: ['qualityTrackingView'], to: authors })
}
const getApproval = handle(feedbackApproval, async (ctx, { id }) => {
  const row = await ctx.rows.get(materialFeedback, id)
  return {
    id: row.id,
    state: row.state,
    waitingFor: getNextApproverId(toApprovableFeedback(row)),
    mine: getNextApproverId(toApprovableFeedback(row)) === requirePerson(ctx).id,
    approvers: row.approvers,
  }
})
/** PUT /quality/dis_feedback: stores the answer of the supplier with its pictures. */
const storeAnswer = handle(answerFeedback, async (ctx, input) => {
  const row = await lockOpenFeedback(ctx, input.id)
  if (row.state !== 'approved') throw refuse('deviations:refusals.feedbackNotSent', { number: row.number })
  const savedRow = await ctx.rows.update(
    materialFeedback,
    row.id,
    {
      feedback: input.feedback,
      feedbackImages: [...row.feedbackImages, ...getPictureIds(ctx, input.image)].slice(-9),
      feedbackBy: requirePerson(ctx).id,
      feedbackAt: ctx.now.toISOString(),
    },
    { version: input.version ?? null },
  )
  await storeFormPictures(ctx, input.image)
  return savedRow
})
/** Handlers of all endpoints of material feedback. */
export const feedbackHandlers: HandlerEntry[] = [
  handleFile(addFeedback, createFeedback, exportSupplierForm),
  handleFile(editFeedback, editDraft, exportSupplierForm),
  removeDraft,
  handle(feedbackForm, exportSupplierForm),
  previewNextNumber,
  handle(feedbackApprovers, (ctx) => listApprovers(ctx, 'qualityTracking')),
  submitForApproval,
  getApproval,
  decideApproval,
  replaceApprover,
  storeAnswer,
  handleCommand(closeFeedback),
  handleCommand(reopenFeedback),
  handle(feedbackImage, (ctx, input) => readRowPicture(ctx, materialFeedback, { ...input, images: 'feedback_images' })),
]
