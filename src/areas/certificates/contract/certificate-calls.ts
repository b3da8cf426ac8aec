import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { replacementInput } from '@/areas/standards/contract/approval'
import { resourceOutput } from '@/contract/resource'
import { choice, flag, integer, list, reference, series, text } from '@/contract/field'
import { changes, standingStates } from '@/areas/certificates/rules/certificate'
import { judgements } from '@/areas/certificates/rules/judgement'
import { certificate, certifiedRolls, saidFields } from './certificate'
import { certificateCommands, chosenFields } from './certificate-commands'

const area = 'certificates'
const view = 'qualityReportView'
const names = list({ name: text({ required: true }), judgement: choice(judgements, { required: true }) }, { max: 60 })

/** Orders with finished rolls, good or downgraded, the newest first: whether a certificate can be made of them, and what its data lack. */
export const certifiable = defineEndpoint('certificate.ready', {
  area,
  routes: 'GET /quality/qua_inspection_list',
  access: view,
  effect: 'read',
  input: {
    keyword: text({ max: 80 }),
    customerId: reference('customer'),
    page: integer({ min: 1, max: 10_000 }),
    size: integer({ min: 1, max: 100 }),
  },
  output: objectOutput({
    total: integer({ required: true }),
    list: list(
      {
        id: reference('workOrder', { required: true }),
        number: text({ required: true, max: 60 }),
        batch: text({ max: 60 }),
        customer: text({ max: 400 }),
        product: text({ required: true, max: 400 }),
        // Good ones; downgraded rolls are not certified unless somebody says so.
        rolls: integer({ required: true }),
        downgraded: integer({ required: true }),
        standard: text({ max: 60 }),
        // Index names whose data fail or are missing; empty and `ready`: all pass.
        gaps: names,
        // Why none can be made of it as it is, whatever its tests say.
        why: choice(['downgraded', 'noRolls', 'noStandard']),
        ready: flag({ required: true }),
        certificates: integer({ required: true }),
        // Drafts that an approver has not decided on.
        waiting: integer({ required: true }),
      },
      { max: 100 },
    ),
  }),
})
/** The certificate as it would be, from the data as they are now; nothing is stored. */
export const computedCertificate = defineEndpoint('certificate.computed', {
  area,
  routes: 'GET /quality/get_coa_res',
  access: view,
  effect: 'read',
  input: { ...chosenFields, workOrderId: reference('workOrder'), number: text({ max: 100 }), batch: text({ max: 60 }) },
  output: objectOutput({
    ...saidFields,
    rolls: certifiedRolls,
    gaps: names,
    held: text({ max: 400 }),
    // Numbers of downgraded rolls that it does not cover.
    leftOut: series('text', { required: true, max: 2000 }),
    // What covers some of the same rolls already: another has to replace it.
    standing: list(
      {
        id: reference('certificate', { required: true }),
        number: text({ required: true, max: 40 }),
        state: choice(standingStates, { required: true }),
      },
      { max: 50 },
    ),
  }),
})
/** Templates that an order's certificate may be made by, the most special first: the first is proposed. */
export const certificateTemplates = defineEndpoint('certificate.templates', {
  area,
  routes: 'GET /quality/certificate_templates',
  access: view,
  effect: 'read',
  input: { workOrderId: reference('workOrder', { required: true }), keyword: text({ max: 80 }) },
  output: objectOutput({
    // All that fit, of which the first are listed.
    total: integer({ required: true }),
    list: list({
      id: reference('coaTemplate', { required: true }),
      label: text({ required: true, max: 400 }),
      of: choice(['customer', 'product', 'all'], { required: true }),
    }),
  }),
})
/** People who may issue certificates. */
export const certificateApprovers = defineEndpoint('certificate.approvers', {
  area,
  routes: 'GET /quality/certificate_approvers',
  access: view,
  effect: 'read',
  output: listOutput({ id: text({ required: true }), label: text({ required: true }), detail: text() }),
})
const id = { id: reference('certificate', { required: true }) } as const
/** 更换审批人: whoever may approve and did not draft it asks another person in place of one who cannot answer. */
export const replaceCertificateApprover = defineEndpoint('certificate.replaceApprover', {
  area,
  routes: 'POST /quality/certificate_replace_approver',
  access: 'qualityReportApprove',
  effect: 'write',
  input: { ...id, version: integer({ required: true, min: 1 }), ...replacementInput },
  output: resourceOutput(certificate),
})
/** The rolls that a certificate covers. */
export const rollsOfCertificate = defineEndpoint('certificate.rolls', {
  area,
  routes: 'GET /quality/certificate_rolls',
  access: view,
  effect: 'read',
  input: id,
  output: listOutput(certifiedRolls.of),
})
/** The certificates that cover a slit roll, the newest first. */
export const certificatesOfRoll = defineEndpoint('certificate.ofRoll', {
  area,
  routes: 'GET /quality/certificate_of_roll',
  access: view,
  effect: 'read',
  input: { slitRollId: reference('slitRoll', { required: true }) },
  output: listOutput({
    id: reference('certificate', { required: true }),
    number: certificate.fields.number,
    state: certificate.fields.state,
  }),
})
/** The certificate as a PDF in Chinese and English; the same bytes however often it is asked for. A draft says that it is one. */
export const certificatePdf = defineEndpoint('certificate.pdf', {
  area,
  routes: 'GET /quality/certificate_pdf',
  access: 'qualityReportDownload',
  effect: 'read',
  input: id,
  output: fileOutput('application/pdf'),
})
/** The same as an Excel file. */
export const certificateExcel = defineEndpoint('certificate.excel', {
  area,
  routes: 'GET /quality/certificate_excel',
  access: 'qualityReportDownload',
  effect: 'read',
  input: id,
  output: fileOutput(XLSX_MIME),
})
/** What the QR code of a certificate leads to, for anybody who holds it: number, date, order, and whether it is valid. */
export const verifyCertificate = defineEndpoint('certificate.verified', {
  area,
  routes: 'GET /verify/{code}',
  access: 'public',
  effect: 'read',
  // A customer checks a parcel of certificates; a machine that tries codes does not get far.
  maxCallsPerMinute: 60,
  input: { code: text({ required: true, max: 40 }) },
  output: fileOutput('text/html; charset=utf-8'),
})
/** Test batches that a certificate cites and that were taken back since it was drafted, with what replaced them. */
export const citedTests = defineEndpoint('certificate.cited', {
  area,
  routes: 'GET /quality/certificate_tests',
  access: view,
  effect: 'read',
  input: id,
  output: listOutput({
    number: text({ required: true, max: 60 }),
    reason: text({ max: 1000 }),
  }),
})
/** Rolls of valid certificates, one or the newest, that became something else since: what those say has to be looked at again. */
export const changedCertificates = defineEndpoint('certificate.changed', {
  area,
  routes: 'GET /quality/certificate_changed',
  access: view,
  effect: 'read',
  input: { certificateId: reference('certificate') },
  output: listOutput({
    certificateId: reference('certificate', { required: true }),
    change: choice(changes, { required: true }),
    rolls: integer({ required: true }),
    // Some of them, for a sentence.
    numbers: text({ required: true, max: 1200 }),
  }),
})
export const certificateCalls = [
  ...certificateCommands,
  certifiable,
  computedCertificate,
  certificateTemplates,
  certificateApprovers,
  certificatePdf,
  certificateExcel,
  verifyCertificate,
  replaceCertificateApprover,
  rollsOfCertificate,
  certificatesOfRoll,
  citedTests,
  changedCertificates,
] as const
