import { FileAnswer } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { certificate, certificateAnnex } from '../contract/certificate'
import { verifyCertificate } from '../contract/certificate-endpoints'
import { isCertificateValid, type CertificateState } from '../rules/certificate'
import { translateBoth, getIssueDay } from './format-certificate'
import { handle } from '@/server/area'

/** Key of the sentence about validity. Drafts count as unknown, because customers must not rely on them. */
function getVerdictKey(issuedState: CertificateState | null): 'valid' | 'replacedBy' | 'invalid' | 'unknown' {
  if (issuedState === null) return 'unknown'
  if (isCertificateValid(issuedState)) return 'valid'
  return issuedState === 'replaced' ? 'replacedBy' : 'invalid'
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * GET /verify/{code}: builds the page behind the QR code, with number, date, order and validity, but without test
 * results. Drafts get the same answer as unknown codes.
 */
export const buildVerificationPage = handle(verifyCertificate, async (ctx, { code }) => {
  const { app } = ctx as AppContext
  const translate = { zh: app.translations.t('zh'), en: app.translations.t('en') }
  const [annex] = await ctx.rows.find(certificateAnnex, { where: { verifyCode: code }, limit: 1 })
  const row = annex && (await ctx.rows.get(certificate, annex.certificateId))
  const issuedCertificate = row && row.issuedAt ? row : null
  const verdict = getVerdictKey(issuedCertificate?.state ?? null)
  const successorNumber = issuedCertificate?.replacedById
    ? (await ctx.rows.get(certificate, issuedCertificate.replacedById)).number
    : ''
  const labelledValues = issuedCertificate
    ? [
        [translateBoth(translate, 'number'), issuedCertificate.number],
        [translateBoth(translate, 'issued'), getIssueDay(ctx, issuedCertificate) ?? ''],
        [translateBoth(translate, 'order'), issuedCertificate.orderNumber],
      ]
    : []
  const title = escapeHtml(translateBoth(translate, 'title'))
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}dt{color:#555}dd{margin:0 0 .5rem;font-weight:600}.ok{color:#0a6b2d}.bad{color:#a40000}</style></head>
<body><h1>${title}</h1><p class="${verdict === 'valid' ? 'ok' : 'bad'}"><b>${escapeHtml(translateBoth(translate, `verdict.${verdict}`, { number: successorNumber }))}</b></p>
<dl>${labelledValues.map(([name, value]) => `<dt>${escapeHtml(name!)}</dt><dd>${escapeHtml(value!)}</dd>`).join('')}</dl></body></html>`
  return new FileAnswer('certificate.html', 'text/html; charset=utf-8', Buffer.from(html), {
    'Content-Disposition': 'inline',
    'X-Content-Type-Options': 'nosniff',
  })
})
