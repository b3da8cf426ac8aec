import { FileAnswer } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { certificate, certificateAnnex } from '../contract/certificate'
import { verifyCertificate } from '../contract/certificate-endpoints'
import { isCertificateValid, type CertificateState } from '../rules/certificate'
import { translateBoth, getIssueDay } from './format-certificate'
import { loadPlantBrand } from '@/plant/server/plant-brand'
import { handle } from '@/server/area'

/** Key of the sentence about validity. Drafts count as unknown, because customers must not rely on them. */
function getVerdictKey(issuedState: CertificateState | null): 'valid' | 'replacedBy' | 'invalid' | 'unknown' {
  if (issuedState === null) return 'unknown'
  if (isCertificateValid(issuedState)) return 'valid'
  return issuedState === 'replaced' ? 'replacedBy' : 'invalid'
}
/** A copy of the app's colours and fonts (`client/ui/tokens.css`), because the page must work without other files. */
const PAGE_STYLE = `:root{color-scheme:light dark;--page:#f4f5f6;--card:#fff;--ink:#1a1f24;--quiet:#505a64;--line:#d5d9de;--ok:#14683a;--bad:#ab2015}
@media (prefers-color-scheme:dark){:root{--page:#121518;--card:#1b1f24;--ink:#e8ebee;--quiet:#a9b3bd;--line:#353c44;--ok:#67c98d;--bad:#ff8f83}}
body{font:16px/1.5 system-ui,-apple-system,"PingFang SC","Noto Sans SC",sans-serif;max-width:32rem;margin:0 auto;padding:1rem;background:var(--page);color:var(--ink)}
header{display:flex;gap:.75rem;align-items:center;padding:.5rem 0 1rem;font-weight:600}header p{margin:0}img{max-width:8rem;height:3rem;object-fit:contain}
main{padding:1rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}h1{margin:0 0 .5rem;font-size:1.25rem}
dl{margin:0}dt{color:var(--quiet);font-size:.875rem}dd{margin:0 0 .5rem;font-weight:600;overflow-wrap:anywhere}.ok{color:var(--ok)}.bad{color:var(--bad)}`
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
  const brand = await loadPlantBrand(ctx)
  const plantNames = [
    ...new Set([brand.name ?? issuedCertificate?.company, brand.nameEn ?? issuedCertificate?.companyEn]),
  ]
  const isValid = verdict === 'valid'
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<style>${PAGE_STYLE}</style></head>
<body><header>${brand.logo ? `<img src="${escapeHtml(brand.logo)}" alt="">` : ''}<p>${plantNames
    .flatMap((name) => (name ? [escapeHtml(name)] : []))
    .join('<br>')}</p></header>
<main><h1>${title}</h1><p class="${isValid ? 'ok' : 'bad'}"><span aria-hidden="true">${isValid ? '✓' : '✕'}</span> <b>${escapeHtml(translateBoth(translate, `verdict.${verdict}`, { number: successorNumber }))}</b></p>
<dl>${labelledValues.map(([name, value]) => `<dt>${escapeHtml(name!)}</dt><dd>${escapeHtml(value!)}</dd>`).join('')}</dl></main></body></html>`
  return new FileAnswer('certificate.html', 'text/html; charset=utf-8', Buffer.from(html), {
    'Content-Disposition': 'inline',
    'X-Content-Type-Options': 'nosniff',
  })
})
