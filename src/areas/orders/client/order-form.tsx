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

/** What the form of an order says of its sizes, whoever enters it: what cannot be, and a pattern that its web has no room for. */
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
 * What is chosen for a line of the ERP says its code and name, and a product its web: nobody types beside the choice what
 * could contradict it. On a line that is there an ERP's own code, which names none of ours, stays: the ERP knows it by that.
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
/** Whether a code is an ERP's own: it names none of ours. */
async function isOfErp(of: typeof product | typeof customer, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || !code) return false
  const alike = await lookUpRows(of as typeof product, { keyword: code, size: 50 })
  return !alike.some((one) => one.code === code)
}
/** Warned of, not refused: what was agreed may differ from the product as it usually is. */
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
/** What its pattern needs and its web leaves, as far as line and product are known here; without a network the server says it. */
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
