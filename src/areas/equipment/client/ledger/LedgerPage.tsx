import '../equipment.css'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { CustomColumnsContext } from '@/client/fields/custom'
import { SkeletonList } from '@/client/ui/Skeleton'
import { equipment } from '../../contract/equipment'
import { hopper } from '../../contract/hopper'
import { useCustomColumns } from './custom-columns'
import { Ledger } from './Ledger'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const SettingsPage = lazy(() => import('./SettingsPage'))

/** The equipment ledger: machines, their labels, and what the ledger is made of. */
export default function LedgerPage() {
  const { context, columns } = useCustomColumns()
  return (
    <CustomColumnsContext.Provider value={context}>
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonList />
          </div>
        }
      >
        <Routes>
          <Route index element={<Ledger more={columns} />} />
          <Route path="labels" element={<LabelsPage of={equipment} kind="equipment" />} />
          <Route path="hopper-labels" element={<LabelsPage of={hopper} kind="hopper" />} />
          <Route path="settings" element={<SettingsPage />} />
        </Routes>
      </Suspense>
    </CustomColumnsContext.Provider>
  )
}
