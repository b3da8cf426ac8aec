import type { Row } from '@/contract/resource'
import { processStandard } from '../../contract/process-standard'
import { processDocument } from '../../contract/process-standard-calls'
import { contentProblems, type Content } from '../../rules/process-standard'
import { documentView, type DocumentView, type VersionProps } from '../document-view'
import { ParameterLines } from './ParameterLines'
import { ParameterTable } from './ParameterTable'
import { ProcessChanges } from './ProcessChanges'
import { RatioTable } from './RatioTable'

export type Standard = Row<typeof processStandard>
export type Variant = Standard['variant']

const viewOf = (variant: Variant): DocumentView =>
  documentView<Content>({
    of: processDocument,
    kind: processDocument.kinds[variant === 'mainLine' ? 0 : 1],
    columns: ['productId', 'lineId', 'idealSpeed'],
    more: ['weightTolerance'],
    problems: contentProblems,
    lineKeys: { parameters: ['key'], ratios: ['materialId'] },
    inputs: { parameters: (form) => <ParameterLines form={form} variant={variant} /> },
    Lists,
    Changes: ({ row, before, refs }) => (
      <ProcessChanges before={before as Standard} after={row as Standard} refs={refs} />
    ),
  })
function Lists({ row, before, refs }: VersionProps) {
  const [now, then] = [row as Standard, before as Standard | null]
  return (
    <>
      <ParameterTable parameters={now.parameters} before={then?.parameters ?? null} />
      {now.variant === 'mainLine' && <RatioTable ratios={now.ratios} refs={refs} />}
    </>
  )
}
/** Views of process standards of the main line and of slitting. */
export const processViews = { mainLine: viewOf('mainLine'), slitting: viewOf('slitting') } as const
