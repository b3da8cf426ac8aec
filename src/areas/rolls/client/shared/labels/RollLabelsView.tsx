import type { RollLabelKind } from './label-content'
import { LabelsView, usePrintedLabels } from './LabelsView'
import { useRollLabels } from './use-labels'

/** Labels of jumbo rolls or slit rolls. */
export default function RollLabelsView({
  kind,
  ids,
  onBack,
}: {
  kind: Exclude<RollLabelKind, 'package'>
  ids: readonly string[]
  onBack: () => void
}) {
  const { printedIds, countPrints } = usePrintedLabels(kind)
  return <LabelsView source={useRollLabels(kind, ids, printedIds)} onPrint={countPrints} onBack={onBack} />
}
