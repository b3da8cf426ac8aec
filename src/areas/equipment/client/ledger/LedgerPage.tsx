import '../equipment.css'
import { lazy } from 'react'
import { CustomColumnsContext } from '@/client/fields/custom'
import { SubPages } from '@/client/shell/SubPages'
import { equipment } from '../../contract/equipment'
import { hopper } from '../../contract/hopper'
import { useCustomColumns } from './use-custom-columns'
import { LedgerView } from './LedgerView'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const SettingsPage = lazy(() => import('./SettingsPage'))

/** Equipment ledger: machines, labels and settings. */
export default function LedgerPage() {
  const { context, columns } = useCustomColumns()
  return (
    <CustomColumnsContext.Provider value={context}>
      <SubPages
        pages={{
          '': <LedgerView customColumns={columns} />,
          labels: <LabelsPage of={equipment} kind="equipment" />,
          'hopper-labels': <LabelsPage of={hopper} kind="hopper" />,
          settings: <SettingsPage />,
        }}
      />
    </CustomColumnsContext.Provider>
  )
}
