import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import { useRow } from '@/client/api/use-list'
import type { FormFill } from '@/client/resource/CommandForm'
import type { ResourceFormParts } from '@/client/resource/ResourcePage'
import type { FormValues } from '@/client/resource/form-values'
import { line } from '@/plant/contract/line'
import { product } from '@/areas/standards/contract/product'
import { customer } from '../contract/customer'
import { OrderColours } from './OrderColours'
import { isReadablePattern, widerThanWeb } from '../rules/slitting-pattern'
import { otherGsm, woundWidth } from '../rules/web'
import { sizeProblem } from '../rules/work-order'

/** Returns the parts of all order forms: checks of sizes and pattern, colour suggestions and the grammage warning. */
export function useOrderForm(): ResourceFormParts {
  const { t } = useTranslation('orders')
  return useMemo(
    () => ({
      check: async (values) => {
        const problem = sizeProblem(values)
        const wide = await patternTooWide(values)
        return [
          ...(problem
            ? [
                {
                  name: problem.field,
                  message: t(`refusals.size.${problem.field}`, { value: values[problem.field], most: problem.most }),
                },
              ]
            : []),
          ...(isReadablePattern(values['slittingPattern'])
            ? []
            : [
                {
                  name: 'slittingPattern',
                  message: t('refusals.patternNotReadable', { text: String(values['slittingPattern']) }),
                },
              ]),
          ...(wide ? [{ name: 'slittingPattern', message: t('refusals.patternTooWide', wide) }] : []),
        ]
      },
      around: (fields, values) => (
        <>
          <OrderColours>{fields}</OrderColours>
          <OtherGsm values={values} />
        </>
      ),
    }),
    [t],
  )
}
const idOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)
/**
 * Fills code and name from the chosen product and customer, and the web from the product, so that typed values cannot
 * contradict the choice. An existing line keeps an ERP's own code, which names none of our records.
 */
export const fromChosen =
  (isNew: boolean): FormFill =>
  async ({ productId, customerId }, { productCode, customerCode }) => {
    const [made, buyer] = await Promise.all([
      productId ? lookUpRow(product, String(productId)) : null,
      customerId ? lookUpRow(customer, String(customerId)) : null,
    ])
    if (!made && !buyer) return null
    const [ownProduct, ownBuyer] = await Promise.all([
      !isNew && made && isOfErp(product, productCode),
      !isNew && buyer && isOfErp(customer, customerCode),
    ])
    return {
      ...(made && !ownProduct ? { productCode: made.code } : {}),
      ...(made ? { productName: made.name, gsm: made.gsm, colour: made.colour } : {}),
      ...(buyer && !ownBuyer ? { customerCode: buyer.code } : {}),
      ...(buyer ? { customerName: buyer.name } : {}),
    }
  }
/** True if a code is the ERP's own: it names none of our records. */
async function isOfErp(of: typeof product | typeof customer, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || !code) return false
  const alike = await lookUpRows(of as typeof product, { keyword: code, size: 50 })
  return !alike.some((one) => one.code === code)
}
/** Warns if the grammage differs from the product's. Not refused: an order may differ from the usual product. */
export function OtherGsm({ values }: { values: Readonly<FormValues> }) {
  const { t } = useTranslation('orders')
  const made = useRow(product, idOf(values['productId'])).row
  const gsm = values['gsm'] as number | null | undefined
  if (!made || !otherGsm(gsm, made.gsm)) return null
  return (
    <p className="ui-card is-warned" role="status">
      {t('pages.sync.otherGsm', { gsm, product: made.code, usual: made.gsm })}
    </p>
  )
}
/** Returns pattern and web width if the pattern does not fit. The server checks what is not known here offline. */
async function patternTooWide(values: Readonly<FormValues>) {
  const text = values['slittingPattern']
  if (typeof text !== 'string' || !text) return null
  const [lineId, productId] = [idOf(values['lineId']), idOf(values['productId'])]
  const [at, made] = await Promise.all([lineId && lookUpRow(line, lineId), productId && lookUpRow(product, productId)])
  const ofOrder = (values['webWidthMm'] as number | null | undefined) ?? null
  const web = woundWidth(at ? at.width : null, made ? made.widthMm : null, ofOrder)
  const problem = web ? widerThanWeb(text, web) : null
  return problem && { ...problem, web }
}
