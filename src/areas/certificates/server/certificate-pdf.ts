import { encode } from 'uqr'
import type { EndpointInput } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import type { Pdf, PdfColumn } from '@/server/pdf/create-pdf'
import { certificate } from '../contract/certificate'
import type { certificatePdf } from '../contract/certificate-calls'
import { evenWeights, isValid } from '../rules/certificate'
import { annexOf } from './certificate'
import type { CertificateRow } from './compute'
import { both, cellsOf, columns, headPairs, issuedOn, statements, twice, type Annex, type Words } from './shown'

const shares: Readonly<Record<(typeof columns)[number], number>> = {
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
const QR = 70

/** GET /quality/certificate_pdf: the certificate as a PDF. */
export async function asPdf(ctx: Context, { id }: EndpointInput<typeof certificatePdf>): Promise<FileAnswer> {
  const row = await ctx.rows.get(certificate, id)
  const { app } = ctx as KitContext
  const annex = await annexOf(ctx, id)
  const former = row.replacesId ? await ctx.rows.get(certificate, row.replacesId) : null
  const bytes = await certificateBytes(row, {
    words: { zh: app.words.t('zh'), en: app.words.t('en') },
    issuedOn: issuedOn(ctx, row),
    replaces: former?.number ?? null,
    rolls: annex.rolls,
    verifyAt: app.publicUrl ? verifyAddress(app.publicUrl, annex) : null,
  })
  return new FileAnswer(`${row.number}.pdf`, 'application/pdf', bytes)
}
/** Builds the public address that shows if a certificate is valid. */
export const verifyAddress = (publicUrl: string, { verifyCode }: Pick<Annex, 'verifyCode'>): string =>
  `${publicUrl}/api/verify/${verifyCode}`

export interface Around {
  readonly words: Words
  /** Plant day of issue. */
  readonly issuedOn: string | null
  /** Number of the certificate that this one replaces. */
  readonly replaces: string | null
  readonly rolls: Annex['rolls']
  /** Address in the QR code; null prints none. */
  readonly verifyAt: string | null
}
/** Builds the PDF of a certificate. The same row gives the same bytes. */
export async function certificateBytes(
  row: CertificateRow,
  { words, issuedOn: day, replaces, rolls, verifyAt }: Around,
): Promise<Buffer> {
  // Loaded on the first request, because fonts and their renderer would slow down the start of the server.
  const { createPdf: pdf } = await import('@/server/pdf/create-pdf')
  const doc = pdf({
    title: row.number,
    date: new Date(row.issuedAt ?? row.draftedAt),
    footer: (page, pages) =>
      `${row.number} · ${words.zh('certificates:document.pageOf', { page, pages })} · ${words.en('certificates:document.pageOf', { page, pages })}`,
  })
  if (row.company || row.companyEn)
    doc.title(
      row.company ?? row.companyEn!,
      [row.company ? row.companyEn : null, row.address].filter(Boolean).join(' · '),
    )
  doc.title(words.zh('certificates:document.title'), words.en('certificates:document.title'))
  if (replaces) doc.text(both(words, 'replaces', { number: replaces }), { align: 'center' })
  doc.pairs(headPairs(row, day, words))
  doc.heading(both(words, 'results'))
  doc.table(
    columns.map((column): PdfColumn => ({
      header: twice(words.zh(`certificates:document.${column}`), words.en(`certificates:document.${column}`)),
      share: shares[column],
      align: ['item', 'method', 'result', 'unit'].includes(column) ? 'left' : 'right',
    })),
    row.lines.map((line) => cellsOf(line, words)),
  )
  for (const statement of statements(row, rolls, words)) doc.text(statement)
  if (row.showRolls && rolls.length > 0) rollTable(doc, rolls, words)
  doc.heading(both(words, 'signatures'))
  doc.pairs([
    [both(words, 'drafted'), row.draftedName ?? ''],
    [both(words, 'approved'), row.issuedName ?? ''],
  ])
  if (verifyAt && row.issuedAt) {
    doc.squares(encode(verifyAt, { ecc: 'M', border: 2 }).data, QR)
    doc.text(both(words, 'verify'), { quiet: true })
  }
  doc.text(both(words, 'end'), { quiet: true, align: 'center' })
  if (!isValid(row.state)) doc.stamp(both(words, `stamp.${row.state}`))
  return doc.finish()
}
/** Characters of a roll number that fit in a third of the page width without a line break. */
const SHORT_NUMBER = 22
/**
 * Adds the rolls, three or two per row, so that no number breaks and is copied wrongly. Widths are listed only if they
 * differ.
 */
function rollTable(doc: Pdf, rolls: Annex['rolls'], words: Words): void {
  const mixed = new Set(rolls.map(({ widthMm }) => widthMm)).size > 1
  const beside = !mixed && rolls.every(({ number }) => number.length <= SHORT_NUMBER) ? 3 : 2
  doc.heading(both(words, 'rolls'))
  const weights = evenWeights(rolls.map(({ kg }) => kg))
  const cells = rolls.map(({ number, widthMm }, i) => [
    number,
    ...(mixed ? [String(widthMm ?? '')] : []),
    weights[i] ?? '',
  ])
  const one = [
    { header: both(words, 'roll'), share: 3.4 },
    ...(mixed ? [{ header: 'mm', share: 0.9, align: 'right' as const }] : []),
    { header: 'kg', share: 1, align: 'right' as const },
  ]
  const lines = Array.from({ length: Math.ceil(cells.length / beside) }, (_, i) =>
    Array.from({ length: beside }, (_each, k) => cells[i * beside + k] ?? one.map(() => '')).flat(),
  )
  doc.table(Array.from({ length: beside }, () => one).flat(), lines)
}
