import {
  fileOutput,
  defineEndpoint,
  listOutput,
  objectOutput,
  XLSX_MIME,
  type EndpointOutput,
} from '@/contract/endpoint'
import { replacementInput } from '@/areas/standards/contract/approval'
import { resourceOutput } from '@/contract/resource'
import { choice, flag, integer, list, reference, series, text } from '@/contract/field'
import { rollChanges, coveringStates } from '@/areas/certificates/rules/certificate'
import { certificateJudgements } from '@/areas/certificates/rules/judgement'
import { certificate, certifiedRolls, certificateContentFields } from './certificate'
import { certificateCommands, selectionFields } from './certificate-commands'

const area = 'certificates'
const viewPermission = 'qualityReportView'
const gapsField = list(
  { name: text({ required: true }), judgement: choice(certificateJudgements, { required: true }) },
  { max: 60 },
)

/** Lists orders with finished rolls, good or downgraded, the newest first, with the gaps in their test data. */
export const certifiableOrders = defineEndpoint('certificate.ready', {
  area,
  routes: 'GET /quality/qua_inspection_list',
  access: viewPermission,
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
        // Number of good rolls. Downgraded rolls are certified only on request.
        rolls: integer({ required: true }),
        downgraded: integer({ required: true }),
        standard: text({ max: 60 }),
        // Indexes whose results fail or are missing. If all indexes pass, the list is empty and `ready` is true.
        gaps: gapsField,
        // Reason why no certificate is possible, regardless of the test results.
        why: choice(['downgraded', 'noRolls', 'noStandard']),
        ready: flag({ required: true }),
        certificates: integer({ required: true }),
        // Number of drafts in approval.
        waiting: integer({ required: true }),
      },
      { max: 100 },
    ),
  }),
})
/** Computes the certificate from the current data without storing it. */
export const certificatePreview = defineEndpoint('certificate.computed', {
  area,
  routes: 'GET /quality/get_coa_res',
  access: viewPermission,
  effect: 'read',
  input: {
    ...selectionFields,
    workOrderId: reference('workOrder'),
    number: text({ max: 100 }),
    batch: text({ max: 60 }),
  },
  output: objectOutput({
    ...certificateContentFields,
    rolls: certifiedRolls,
    gaps: gapsField,
    // Numbers of the holds on the rolls; null if no roll is on hold.
    held: text({ max: 400 }),
    // Numbers of downgraded rolls that the certificate does not cover.
    leftOut: series('text', { required: true, max: 2000 }),
    // Certificates that already cover some of the rolls; a new one has to replace them.
    standing: list(
      {
        id: reference('certificate', { required: true }),
        number: text({ required: true, max: 40 }),
        state: choice(coveringStates, { required: true }),
      },
      { max: 50 },
    ),
  }),
})
export type CertificatePreview = EndpointOutput<typeof certificatePreview>
/** Lists templates that fit an order, the most specific first; the first is the default. */
export const certificateTemplates = defineEndpoint('certificate.templates', {
  area,
  routes: 'GET /quality/certificate_templates',
  access: viewPermission,
  effect: 'read',
  input: { workOrderId: reference('workOrder', { required: true }), keyword: text({ max: 80 }) },
  output: objectOutput({
    // Number of all templates that fit; `list` may hold fewer.
    total: integer({ required: true }),
    list: list({
      id: reference('coaTemplate', { required: true }),
      label: text({ required: true, max: 400 }),
      of: choice(['customer', 'product', 'all'], { required: true }),
    }),
  }),
})
/** Lists people who may issue certificates. */
export const certificateApprovers = defineEndpoint('certificate.approvers', {
  area,
  routes: 'GET /quality/certificate_approvers',
  access: viewPermission,
  effect: 'read',
  output: listOutput({ id: text({ required: true }), label: text({ required: true }), detail: text() }),
})
const idInput = { id: reference('certificate', { required: true }) } as const
/** 更换审批人: replaces an approver who cannot answer. Needs the permission to approve; the author is excluded. */
export const replaceCertificateApprover = defineEndpoint('certificate.replaceApprover', {
  area,
  routes: 'POST /quality/certificate_replace_approver',
  access: 'qualityReportApprove',
  effect: 'write',
  input: { ...idInput, version: integer({ required: true, min: 1 }), ...replacementInput },
  output: resourceOutput(certificate),
})
/** Lists the rolls of a certificate. */
export const rollsOfCertificate = defineEndpoint('certificate.rolls', {
  area,
  routes: 'GET /quality/certificate_rolls',
  access: viewPermission,
  effect: 'read',
  input: idInput,
  output: listOutput(certifiedRolls.of),
})
/** Lists the certificates of a slit roll, the newest first. */
export const certificatesOfRoll = defineEndpoint('certificate.ofRoll', {
  area,
  routes: 'GET /quality/certificate_of_roll',
  access: viewPermission,
  effect: 'read',
  input: { slitRollId: reference('slitRoll', { required: true }) },
  output: listOutput({
    id: reference('certificate', { required: true }),
    number: certificate.fields.number,
    state: certificate.fields.state,
  }),
})
/** Exports the certificate as a PDF in Chinese and English. The bytes are reproducible; a draft is stamped as such. */
export const certificatePdf = defineEndpoint('certificate.pdf', {
  area,
  routes: 'GET /quality/certificate_pdf',
  access: 'qualityReportDownload',
  effect: 'read',
  input: idInput,
  output: fileOutput('application/pdf'),
})
/** Exports the certificate as an Excel file. */
export const certificateExcel = defineEndpoint('certificate.excel', {
  area,
  routes: 'GET /quality/certificate_excel',
  access: 'qualityReportDownload',
  effect: 'read',
  input: idInput,
  output: fileOutput(XLSX_MIME),
})
/** Public page behind the QR code of a certificate: number, date, order and validity. */
export const verifyCertificate = defineEndpoint('certificate.verified', {
  area,
  routes: 'GET /verify/{code}',
  access: 'public',
  effect: 'read',
  // This rate is enough for a customer with many certificates, but too slow for guessing codes.
  maxCallsPerMinute: 60,
  input: { code: text({ required: true, max: 40 }) },
  output: fileOutput('text/html; charset=utf-8'),
})
/** Lists the test batches that a certificate cites and that have been withdrawn since, with the reason. */
export const withdrawnCitedTests = defineEndpoint('certificate.cited', {
  area,
  routes: 'GET /quality/certificate_tests',
  access: viewPermission,
  effect: 'read',
  input: idInput,
  output: listOutput({
    number: text({ required: true, max: 60 }),
    reason: text({ max: 1000 }),
  }),
})
/**
 * Lists rolls that changed after their certificate was issued, so that the certificate needs a review. Without
 * `certificateId` the newest valid certificates are checked.
 */
export const changedCertificates = defineEndpoint('certificate.changed', {
  area,
  routes: 'GET /quality/certificate_changed',
  access: viewPermission,
  effect: 'read',
  input: { certificateId: reference('certificate') },
  output: listOutput({
    certificateId: reference('certificate', { required: true }),
    change: choice(rollChanges, { required: true }),
    rolls: integer({ required: true }),
    // Some of the roll numbers, for display.
    numbers: text({ required: true, max: 1200 }),
  }),
})
export const certificateEndpoints = [
  ...certificateCommands,
  certifiableOrders,
  certificatePreview,
  certificateTemplates,
  certificateApprovers,
  certificatePdf,
  certificateExcel,
  verifyCertificate,
  replaceCertificateApprover,
  rollsOfCertificate,
  certificatesOfRoll,
  withdrawnCitedTests,
  changedCertificates,
] as const
