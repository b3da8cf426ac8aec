import type { Row } from '@/contract/resource'
import { processStandard } from '../../contract/process-standard'
import { processDocument } from '../../contract/process-standard-endpoints'
import { findProcessProblems, type ProcessContent, type MaterialRatio } from '../../rules/process-standard'
import { createDocumentView, type DocumentView, type VersionProps } from '../document-view'
import { ParameterListField } from './ParameterListField'
import { ProcessParameterTable, formatRatio } from './ProcessParameterTable'
import { ProcessChangesTable } from './ProcessChangesTable'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'

export type ProcessStandardRow = Row<typeof processStandard>
export type ProcessVariant = ProcessStandardRow['variant']

const [mainLineKind, slittingKind] = processDocument.kinds
const createProcessView = (variant: ProcessVariant): DocumentView =>
  createDocumentView<ProcessContent>({
    definition: processDocument,
    kind: variant === 'mainLine' ? mainLineKind : slittingKind,
    columns: ['productId', 'lineId', 'idealSpeed'],
    wideColumns: ['weightTolerance'],
    findProblems: findProcessProblems,
    lineKeys: { parameters: ['key'], ratios: ['materialId'] },
    inputs: { parameters: (form) => <ParameterListField form={form} variant={variant} /> },
    Lists: ProcessLists,
    Changes: ({ row, previousVersion, refs }) => (
      <ProcessChangesTable
        previous={previousVersion as ProcessStandardRow}
        current={row as ProcessStandardRow}
        refs={refs}
      />
    ),
  })
function ProcessLists({ row, previousVersion, refs }: VersionProps) {
  const current = row as ProcessStandardRow
  const previous = previousVersion as ProcessStandardRow | null
  return (
    <>
      <ProcessParameterTable parameters={current.parameters} previousParameters={previous?.parameters ?? null} />
      {current.variant === 'mainLine' && <RatioTable ratios={current.ratios} refs={refs} />}
    </>
  )
}
/** Views of process standards of the main line and of slitting. */
export const processViews = {
  mainLine: createProcessView('mainLine'),
  slitting: createProcessView('slitting'),
} as const

/** Materials that may be fed, with their share of the total feed. */
function RatioTable({ ratios, refs }: { ratios: readonly MaterialRatio[]; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const materialNames = useNames(
    'material',
    ratios.map(({ materialId }) => materialId),
    refs,
  )
  if (ratios.length === 0) return null
  return (
    <section>
      <h2>{t('processStandard.fields.ratios')}</h2>
      <table className="standard-table">
        <thead>
          <tr>
            <th scope="col">{t('processStandard.sub.ratios.materialId')}</th>
            <th scope="col" className="is-number">
              {t('pages.standard.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ratios.map((ratio) => (
            <tr key={ratio.materialId}>
              <th scope="row">{materialNames[ratio.materialId] ?? '…'}</th>
              <td className="is-number">{formatRatio(ratio, language) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
