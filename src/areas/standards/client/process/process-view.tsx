import type { Row } from '@/contract/resource'
import { processStandard } from '../../contract/process-standard'
import { processDocument } from '../../contract/process-standard-endpoints'
import { findProcessProblems, type ProcessContent } from '../../rules/process-standard'
import { createDocumentView, type DocumentView, type VersionProps } from '../document-view'
import { ParameterListField } from './ParameterListField'
import { ProcessParameterTable } from './ProcessParameterTable'
import { ProcessChangesTable } from './ProcessChangesTable'
import { RatioTable } from './RatioTable'

export type ProcessStandardRow = Row<typeof processStandard>
export type ProcessVariant = ProcessStandardRow['variant']

const createProcessView = (variant: ProcessVariant): DocumentView =>
  createDocumentView<ProcessContent>({
    definition: processDocument,
    kind: processDocument.kinds[variant === 'mainLine' ? 0 : 1],
    columns: ['productId', 'lineId', 'idealSpeed'],
    wideColumns: ['weightTolerance'],
    problems: findProcessProblems,
    lineKeys: { parameters: ['key'], ratios: ['materialId'] },
    inputs: { parameters: (form) => <ParameterListField form={form} variant={variant} /> },
    Lists: ProcessLists,
    Changes: ({ row, before, refs }) => (
      <ProcessChangesTable previous={before as ProcessStandardRow} current={row as ProcessStandardRow} refs={refs} />
    ),
  })
function ProcessLists({ row, before, refs }: VersionProps) {
  const [current, previous] = [row as ProcessStandardRow, before as ProcessStandardRow | null]
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
