import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import { useRow, useEndpoint } from '@/client/api/use-list'
import type { FormFill } from '@/client/resource/CommandForm'
import type { ResourceFormParts } from '@/client/resource/ResourcePage'
import type { FormValues } from '@/client/resource/form-values'
import { line } from '@/plant/contract/line'
import { product } from '@/areas/standards/contract/product'
import { customer } from '../../contract/customer'
import {
  findLineWidthExceeded,
  isReadablePattern,
  findPatternWidthExcess,
  isGsmOverridden,
  getWoundWidthMm,
} from '../../rules/slitting-pattern'
import { findSizeProblem } from '../../rules/work-order'
import { SuggestionsProvider } from '@/client/fields/form-scope'
import { orderColours } from '../../contract/work-order-endpoints'
import { shortReasons } from '../../contract/work-order-endpoints'

/**
 * Returns the parts that all order forms share: checks of sizes and pattern, colour suggestions and the grammage
 * warning.
 */
export function useOrderForm(): ResourceFormParts {
  const { t } = useTranslation('orders')
  return useMemo(
    () => ({
      check: async (values) => {
        const sizeProblem = findSizeProblem(values)
        const patternProblem = await findPatternExcess(values)
        const widthProblem = await findLineWidthProblem(values)
        return [
          ...(sizeProblem
            ? [
                {
                  name: sizeProblem.field,
                  message: t(`refusals.size.${sizeProblem.field}`, {
                    value: values[sizeProblem.field],
                    most: sizeProblem.most,
                  }),
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
          ...(widthProblem ? [{ name: 'webWidthMm', message: t('refusals.webTooWide', widthProblem) }] : []),
          ...(patternProblem
            ? [{ name: 'slittingPattern', message: t('refusals.patternTooWide', patternProblem) }]
            : []),
        ]
      },
      renderAround: (fields, values) => (
        <>
          <ColourSuggestionsProvider>{fields}</ColourSuggestionsProvider>
          <OtherGsmNotice values={values} />
        </>
      ),
    }),
    [t],
  )
}
const toId = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)
/**
 * Creates the function that fills in fields of an ERP order form: code and name of the chosen product and customer,
 * grammage and colour of the product. Typed values thus cannot contradict the choice. An existing line keeps a code
 * that only the ERP knows.
 */
export const createOrderFormFill =
  (isNew: boolean): FormFill =>
  async ({ productId, customerId }, { productCode, customerCode }) => {
    const [chosenProduct, chosenCustomer] = await Promise.all([
      productId ? lookUpRow(product, String(productId)) : null,
      customerId ? lookUpRow(customer, String(customerId)) : null,
    ])
    if (!chosenProduct && !chosenCustomer) return null
    const [keepsProductCode, keepsCustomerCode] = await Promise.all([
      !isNew && chosenProduct && isErpOwnCode(product, productCode),
      !isNew && chosenCustomer && isErpOwnCode(customer, customerCode),
    ])
    return {
      ...(chosenProduct && !keepsProductCode ? { productCode: chosenProduct.code } : {}),
      ...(chosenProduct
        ? { productName: chosenProduct.name, gsm: chosenProduct.gsm, colour: chosenProduct.colour }
        : {}),
      ...(chosenCustomer && !keepsCustomerCode ? { customerCode: chosenCustomer.code } : {}),
      ...(chosenCustomer ? { customerName: chosenCustomer.name } : {}),
    }
  }
/** True if a code is the ERP's own code, i.e. none of our records has it. */
async function isErpOwnCode(resource: typeof product | typeof customer, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || !code) return false
  const matches = await lookUpRows(resource as typeof product, { keyword: code, size: 50 })
  return !matches.some((match) => match.code === code)
}
/** Warns if the grammage differs from the product's. An order may differ from the product, so it is not refused. */
export function OtherGsmNotice({ values }: { values: Readonly<FormValues> }) {
  const { t } = useTranslation('orders')
  const chosenProduct = useRow(product, toId(values['productId'])).row
  const gsm = values['gsm'] as number | null | undefined
  if (!chosenProduct || !isGsmOverridden(gsm, chosenProduct.gsm)) return null
  return (
    <p className="ui-card is-warned" role="status">
      {t('pages.sync.otherGsm', { gsm, product: chosenProduct.code, usual: chosenProduct.gsm })}
    </p>
  )
}
/** Returns web width, line and its width if the web is wider than the chosen line. */
async function findLineWidthProblem(values: Readonly<FormValues>) {
  const lineId = toId(values['lineId'])
  const web = (values['webWidthMm'] as number | null | undefined) ?? null
  const orderLine = lineId && web !== null ? await lookUpRow(line, lineId) : null
  const limit = orderLine && findLineWidthExceeded(web, orderLine.width)
  return orderLine && limit ? { web, line: orderLine.code, limit } : null
}
/** Returns pattern and web width if the pattern does not fit. Offline, the web may be unknown; the server checks again. */
async function findPatternExcess(values: Readonly<FormValues>) {
  const patternText = values['slittingPattern']
  if (typeof patternText !== 'string' || !patternText) return null
  const lineId = toId(values['lineId'])
  const productId = toId(values['productId'])
  const [orderLine, orderProduct] = await Promise.all([
    lineId && lookUpRow(line, lineId),
    productId && lookUpRow(product, productId),
  ])
  const orderedWidthMm = (values['webWidthMm'] as number | null | undefined) ?? null
  const webWidthMm = getWoundWidthMm(
    orderLine ? orderLine.width : null,
    orderProduct ? orderProduct.widthMm : null,
    orderedWidthMm,
  )
  const widthExcess = webWidthMm ? findPatternWidthExcess(patternText, webWidthMm) : null
  return widthExcess && { ...widthExcess, web: webWidthMm }
}

const COLOUR_RESOURCES = ['workOrder', 'product']
/** Offers colours used before as suggestions in the colour field of its children. */
function ColourSuggestionsProvider({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(orderColours, {}, { resources: COLOUR_RESOURCES })
  const colours = useMemo(() => data?.map(({ colour }) => colour), [data])
  return (
    <SuggestionsProvider field="colour" suggestions={colours}>
      {children}
    </SuggestionsProvider>
  )
}

const USUAL_SHORT_REASONS = ['material', 'machine', 'quality', 'customer'] as const
const MAX_SHORT_REASONS = 6
/**
 * Returns reasons for ending an order short: the most frequent ones, of the line if one is given, then usual ones, so that
 * a new plant has some.
 */
export function useShortReasons(enabled: boolean, lineId?: string): string[] {
  const { t } = useTranslation('orders')
  const input = lineId === undefined ? {} : { lineId }
  const { data = [] } = useEndpoint(shortReasons, input, { enabled, resources: ['workOrder'] })
  const usualReasons = USUAL_SHORT_REASONS.map((reason) => t(`usualShortReasons.${reason}`))
  return [...new Set([...data.map(({ text }) => text), ...usualReasons])].slice(0, MAX_SHORT_REASONS)
}
