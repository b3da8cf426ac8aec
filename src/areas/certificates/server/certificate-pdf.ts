import { encode } from 'uqr'
import { FileAnswer } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import type { Pdf, PdfColumn } from '@/server/pdf/create-pdf'
import { certificate } from '../contract/certificate'
import { certificatePdf } from '../contract/certificate-endpoints'
import { formatWeights, isCertificateValid } from '../rules/certificate'
import { loadAnnex } from './certificate'
import type { CertificateRow } from './compute-certificate'
import {
  translateBoth,
  buildLineCells,
  certificateColumns,
  buildHeadPairs,
  getIssueDay,
  buildStatements,
  joinBilingual,
  type CertificateAnnexRow,
  type BilingualTranslate,
} from './format-certificate'
import { handle } from '@/server/area'

/** Relative widths of the columns. */
const COLUMN_SHARES: Readonly<Record<(typeof certificateColumns)[number], number>> = {
  item: 2.6,
  method: 2,
  unit: 1.1,
  limits: 1.6,
  n: 1.4,
  mean: 1,
  min: 1,
  max: 1,
  deviation: 1,
  result: 1.3,
}
/** Side of the QR code, in points. */
const QR_SIDE_PT = 70

/** GET /quality/certificate_pdf: the certificate as a PDF. */
export const exportCertificatePdf = handle(certificatePdf, async (ctx, { id }) => {
  const row = await ctx.rows.get(certificate, id)
  const { app } = ctx as AppContext
  const annex = await loadAnnex(ctx, id)
  const predecessor = row.replacesId ? await ctx.rows.get(certificate, row.replacesId) : null
  const bytes = await buildCertificatePdf(row, {
    translate: { zh: app.translations.t('zh'), en: app.translations.t('en') },
    issueDay: getIssueDay(ctx, row),
    replacedNumber: predecessor?.number ?? null,
    rolls: annex.rolls,
    verifyUrl: app.publicUrl ? buildVerifyUrl(app.publicUrl, annex) : null,
  })
  return new FileAnswer(`${row.number}.pdf`, 'application/pdf', bytes)
})
/** Builds the public address that shows if a certificate is valid. */
export const buildVerifyUrl = (publicUrl: string, { verifyCode }: Pick<CertificateAnnexRow, 'verifyCode'>): string =>
  `${publicUrl}/api/verify/${verifyCode}`

export interface CertificatePdfContext {
  readonly translate: BilingualTranslate
  /** Plant day of issue. */
  readonly issueDay: string | null
  /** Number of the certificate that this one replaces. */
  readonly replacedNumber: string | null
  readonly rolls: CertificateAnnexRow['rolls']
  /** Address in the QR code. Null: the PDF has no QR code. */
  readonly verifyUrl: string | null
}
/** Builds the PDF of a certificate. The same row gives the same bytes. */
export async function buildCertificatePdf(
  row: CertificateRow,
  { translate, issueDay, replacedNumber, rolls, verifyUrl }: CertificatePdfContext,
): Promise<Buffer> {
  // Loaded on the first request, because fonts and their renderer would slow down the start of the server.
  const { createPdf } = await import('@/server/pdf/create-pdf')
  const doc = createPdf({
    title: row.number,
    date: new Date(row.issuedAt ?? row.draftedAt),
    footer: (page, pages) =>
      `${row.number} · ${translate.zh('certificates:document.pageOf', { page, pages })} · ${translate.en('certificates:document.pageOf', { page, pages })}`,
  })
  if (row.company || row.companyEn)
    doc.writeTitle(
      row.company ?? row.companyEn!,
      [row.company ? row.companyEn : null, row.address].filter(Boolean).join(' · '),
    )
  doc.writeTitle(translate.zh('certificates:document.title'), translate.en('certificates:document.title'))
  if (replacedNumber)
    doc.writeText(translateBoth(translate, 'replaces', { number: replacedNumber }), { align: 'center' })
  doc.writePairs(buildHeadPairs(row, issueDay, translate))
  doc.writeHeading(translateBoth(translate, 'results'))
  doc.writeTable(
    certificateColumns.map((column): PdfColumn => ({
      header: joinBilingual(
        translate.zh(`certificates:document.${column}`),
        translate.en(`certificates:document.${column}`),
      ),
      relativeWidth: COLUMN_SHARES[column],
      align: ['item', 'method', 'result', 'unit'].includes(column) ? 'left' : 'right',
    })),
    row.lines.map((line) => buildLineCells(line, translate)),
  )
  for (const statement of buildStatements(row, rolls, translate)) doc.writeText(statement)
  if (row.showRolls && rolls.length > 0) addRollTable(doc, rolls, translate)
  doc.writeHeading(translateBoth(translate, 'signatures'))
  doc.writePairs([
    [translateBoth(translate, 'drafted'), row.draftedName ?? ''],
    [translateBoth(translate, 'approved'), row.issuedName ?? ''],
  ])
  if (verifyUrl && row.issuedAt) {
    doc.drawSquares(encode(verifyUrl, { ecc: 'M', border: 2 }).data, QR_SIDE_PT)
    doc.writeText(translateBoth(translate, 'verify'), { quiet: true, link: verifyUrl })
    doc.writeText(verifyUrl, { quiet: true, link: verifyUrl })
  }
  doc.writeText(translateBoth(translate, 'end'), { quiet: true, align: 'center' })
  if (!isCertificateValid(row.state)) doc.setStamp(translateBoth(translate, `stamp.${row.state}`))
  return doc.finish()
}
/** Characters of a roll number that fit in a third of the page width without a line break. */
const MAX_SHORT_NUMBER_CHARS = 22
/**
 * Adds the rolls, three per row, or two if a number would break across lines, because people copy broken numbers
 * wrongly. Widths are listed only if they differ.
 */
function addRollTable(doc: Pdf, rolls: CertificateAnnexRow['rolls'], translate: BilingualTranslate): void {
  const hasMixedWidths = new Set(rolls.map(({ widthMm }) => widthMm)).size > 1
  const rollsPerRow = !hasMixedWidths && rolls.every(({ number }) => number.length <= MAX_SHORT_NUMBER_CHARS) ? 3 : 2
  doc.writeHeading(translateBoth(translate, 'rolls'))
  const weights = formatWeights(rolls.map(({ kg }) => kg))
  const cells = rolls.map(({ number, widthMm }, i) => [
    number,
    ...(hasMixedWidths ? [String(widthMm ?? '')] : []),
    weights[i] ?? '',
  ])
  const columnGroup = [
    { header: translateBoth(translate, 'roll'), relativeWidth: 3.4 },
    ...(hasMixedWidths ? [{ header: 'mm', relativeWidth: 0.9, align: 'right' as const }] : []),
    { header: 'kg', relativeWidth: 1, align: 'right' as const },
  ]
  const emptyCells = columnGroup.map(() => '')
  const tableRows = Array.from({ length: Math.ceil(cells.length / rollsPerRow) }, (_row, rowIndex) =>
    Array.from(
      { length: rollsPerRow },
      (_roll, position) => cells[rowIndex * rollsPerRow + position] ?? emptyCells,
    ).flat(),
  )
  doc.writeTable(Array.from({ length: rollsPerRow }, () => columnGroup).flat(), tableRows)
}
