import '../standards.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useEndpoint, useList } from '@/client/api/use-list'
import { EntryUnitContext, SuggestionsProvider } from '@/client/fields/form-scope'
import { ResourcePage, type ResourceFormParts } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { buildClearedParams, useQueryParams } from '@/client/use-query-params'
import { product, productColours } from '../../contract/product'
import { productDocument } from '../../contract/product-standard'
import { season, setSeason } from '../../contract/season'
import { testIndex } from '../../contract/test-index'
import { findProductProblems, type ProductContent } from '../../rules/product-standard'
import { createDocumentView } from '../document-view'
import { DocumentPage } from '../DocumentPage'
import { LimitDigitsWarning } from '../LimitDigitsWarning'

const toLimits = ({ indexes = [] }: Partial<ProductContent>) =>
  indexes.map(({ indexId, lsl, usl }) => ({ indexId, low: lsl ?? null, high: usl ?? null }))
const productView = createDocumentView<ProductContent>({
  definition: productDocument,
  kind: productDocument.kinds[0],
  columns: ['productId', 'customerId', 'speed'],
  wideColumns: ['trimPercent', 'wastePercent', 'crewHours'],
  findProblems: findProductProblems,
  Warnings: ({ values }) => <LimitDigitsWarning limits={toLimits(values as Partial<ProductContent>)} />,
  lineKeys: { indexes: ['indexId', 'season'], mix: ['materialId'], energy: ['lineId'] },
})
const PARTS = ['products', 'standards', 'indexes', 'season'] as const
const PLACE_PARAMS = ['part'] as const
/** The name in the other language is omitted to make room for the method. The opened row shows both names. */
const INDEX_COLUMNS = ['code', 'name', 'method', 'unit', 'digits', 'signed', 'active'] as const
const seasonForm = { commands: { create: setSeason as Endpoint } }

/** 产品标准: products, their standards, test indexes, and seasons. */
export default function ProductStandardsPage() {
  const { t } = useTranslation('standards')
  const [params, changeParams] = useQueryParams()
  const part = PARTS.find((key) => key === params.get('part')) ?? 'products'
  const above = (
    <Tabs
      label={t('pages.product.parts')}
      isNavigation
      chosen={part}
      onChoose={(key) => changeParams({ ...buildClearedParams(params), part: key === 'products' ? null : key })}
      tabs={PARTS.map((key) => ({ key, label: t(`pages.product.${key}`) }))}
    />
  )
  // The keys remount the list for each part, so that no state of the previous part remains.
  if (part === 'standards')
    return (
      <TestUnitProvider>
        <DocumentPage key={part} view={productView} above={above} placeParams={PLACE_PARAMS} />
      </TestUnitProvider>
    )
  const parts = { above, lockedFilters: PLACE_PARAMS }
  if (part === 'indexes') return <ResourcePage key={part} resource={testIndex} columns={INDEX_COLUMNS} parts={parts} />
  if (part === 'season') return <ResourcePage key={part} resource={season} form={seasonForm} parts={parts} />
  return <ResourcePage key={part} resource={product} form={productForm} parts={parts} />
}

const productForm: ResourceFormParts = {
  renderAround: (fields) => <ProductColoursProvider>{fields}</ProductColoursProvider>,
}
/** Form fields of a product, with existing colours as suggestions. */
function ProductColoursProvider({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(productColours, {}, COLOUR_CALL_OPTIONS)
  const colours = useMemo(() => data?.map(({ colour }) => colour), [data])
  return (
    <SuggestionsProvider field="colour" suggestions={colours}>
      {children}
    </SuggestionsProvider>
  )
}
const COLOUR_CALL_OPTIONS = { resources: ['product'] }

const INDEXES_QUERY = { size: 500 } as const
/** Shows limits in the unit of their test index. */
function TestUnitProvider({ children }: { children: ReactNode }) {
  const { rows } = useList(testIndex, INDEXES_QUERY)
  const getUnit = useMemo(() => {
    const unitByIndexId = new Map(rows.map((row) => [row.id, row.unit]))
    return (list: string, line: Readonly<Record<string, unknown>>) =>
      list === 'indexes' ? unitByIndexId.get(String(line['indexId'])) : null
  }, [rows])
  return <EntryUnitContext.Provider value={getUnit}>{children}</EntryUnitContext.Provider>
}
