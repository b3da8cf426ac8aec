import '../equipment.css'
import { lazy, useMemo } from 'react'
import { CustomFieldSpecsContext } from '@/client/fields/custom'
import { SubPages } from '@/client/shell/PageViews'
import { equipment } from '../../contract/equipment'
import { hopper } from '../../contract/hopper'
import { useCustomColumns } from './use-custom-columns'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import type { Column } from '@/client/ui/DataTable'
import { PrintIcon, LineIcon } from '@/client/ui/icons'
import { useIsPhone } from '@/client/ui/use-device'
import { validateCode, MAX_CODE_LENGTH, normalizeCode } from '@/plant/rules/code'
import { MachinePage } from '../machine/MachinePage'
import { useMachineName } from '../machine/use-machine-name'
import { conditionTones, machineStateTones } from '../../contract/tones'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const SettingsPage = lazy(() => import('./SettingsPage'))

/** Equipment ledger: machines, labels and settings. */
export default function LedgerPage() {
  const { context, columns: customColumns } = useCustomColumns()
  return (
    <CustomFieldSpecsContext.Provider value={context}>
      <SubPages
        pages={{
          '': <LedgerView customColumns={customColumns} />,
          labels: <LabelsPage resource={equipment} kind="equipment" />,
          'hopper-labels': <LabelsPage resource={hopper} kind="hopper" />,
          settings: <SettingsPage />,
        }}
      />
    </CustomFieldSpecsContext.Provider>
  )
}

const columns = [
  'code',
  'name',
  'state',
  'condition',
  'lineId',
  'areaId',
  'category',
  'criticality',
  'model',
  'maker',
  'sparePartNumber',
  'installedOn',
  'repairedOn',
  'runningHours',
  'principalId',
  'serialNumber',
  'ratedPower',
  'documents',
] as const
/** Shows the name of a machine in the reader's language. */
function NameCell({ row }: { row: ListRow }) {
  return <span>{useMachineName()(row)}</span>
}
const cells = {
  name: (row: ListRow) => <NameCell row={row} />,
  state: createStateCell(equipment, 'state', machineStateTones),
  condition: createStateCell(equipment, 'condition', conditionTones),
}
const settingsPermissions = ['equipmentLedgerSetField', 'equipmentLedgerAdd', 'equipmentLedgerEdit'] as const

/** List of machines. The open machine is displayed beside the list or, on a narrow screen, instead of it. */
function LedgerView({ customColumns }: { customColumns: readonly Column<ListRow>[] }) {
  const { t } = useTranslation(['equipment', 'plant'])
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const canConfigure = useHasPermission(settingsPermissions)
  const isPhone = useIsPhone()
  const form = useMemo(
    () => ({
      check: (values: Readonly<Record<string, unknown>>) => {
        const problem = typeof values['code'] === 'string' ? validateCode(normalizeCode(values['code'])) : null
        return problem
          ? [{ name: 'code', message: t(`plant:refusals.code.${problem}`, { limit: MAX_CODE_LENGTH }) }]
          : []
      },
    }),
    [t],
  )
  const openLabels = () => {
    const labelParams = new URLSearchParams(params)
    labelParams.delete('id')
    void navigate(`labels?${labelParams.toString()}`)
  }
  const parts: PageParts = {
    extraColumns: customColumns,
    detail: (openRow) => <MachinePage key={openRow.row.id} openRow={openRow} />,
    tools: (
      <>
        {canConfigure && (
          <Button
            look="quiet"
            icon={<LineIcon size={20} />}
            aria-label={t('pages.ledger.lines')}
            title={t('pages.ledger.settings')}
            onClick={() => void navigate('settings')}
          >
            {!isPhone && t('pages.ledger.lines')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={<PrintIcon size={20} />}
          aria-label={t('pages.labels.print')}
          title={t('pages.labels.print')}
          onClick={openLabels}
        />
      </>
    ),
  }
  return <ResourcePage resource={equipment} columns={columns} cells={cells} parts={parts} form={form} />
}
