import { LabelsView, usePrintedLabels } from '@/areas/rolls/client/shared/labels/LabelsView'
import { usePackageLabels } from './use-package-labels'

/** Displays the label of a package, which can be printed. */
export function PackageLabelsView({ id, onBack }: { id: string; onBack: () => void }) {
  const { printedIds, countPrints } = usePrintedLabels('package')
  return <LabelsView source={usePackageLabels([id], printedIds)} onPrint={countPrints} onBack={onBack} />
}
