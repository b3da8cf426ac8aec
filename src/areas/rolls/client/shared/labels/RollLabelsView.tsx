import { LabelsView, usePrintedLabels } from './LabelsView'
import { labelledJumbos, useRollLabels, type LabelledRolls } from './use-labels'

/** Labels of rolls, by default of jumbos. */
export default function RollLabelsView({
  rolls = labelledJumbos,
  ids,
  onBack,
}: {
  rolls?: LabelledRolls
  ids: readonly string[]
  onBack: () => void
}) {
  const { printedIds, countPrints } = usePrintedLabels(rolls.kind)
  return <LabelsView source={useRollLabels(rolls, ids, printedIds)} onPrint={countPrints} onBack={onBack} />
}
