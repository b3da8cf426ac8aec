import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon, PrintIcon, RepairIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { equipment } from '../../contract/equipment'
import { conditionTones, machineStateTones } from '../../contract/tones'
import { usePageLink } from '@/client/shell/use-page-link'
import { MachineDocumentList } from './MachineDocumentList'
import { MachineOverviewPanel, ContributedMachineCards } from './MachineOverviewPanel'
import { useMachineName } from './use-machine-name'
import { MachineWorkPanel } from './MachineWorkPanel'

export type MachineRow = Row<typeof equipment>
const tabs = ['overview', 'history', 'work', 'documents'] as const

/** Page of a machine: state, open work, metrics, history and documents. */
export function MachinePage({ openRow }: { openRow: OpenRow }) {
  const { t } = useTranslation(['equipment', 'client'])
  const row = openRow.row as MachineRow & { pending?: unknown }
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview')
  const getMachineName = useMachineName()
  const title = `${row.code} · ${getMachineName(row)}`
  return (
    <PageFrame
      title={row.code}
      subtitle={
        <span className="eq-chips">
          <b>{getMachineName(row)}</b>
          <ResourceStateBadge resource={equipment} state={row.state} tones={machineStateTones} />
          <ResourceStateBadge resource={equipment} field="condition" state={row.condition} tones={conditionTones} />
          <UnsentBadge pending={row.pending} />
        </span>
      }
      contentScrollsItself={tab === 'history'}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      tools={<MachineToolBar openRow={openRow} title={title} />}
      primary={<MachinePrimaryButton row={row} onEdit={openRow.onEdit} />}
    >
      <div className={tab === 'history' ? 'eq-machine stack gap-3 is-fill' : 'eq-machine stack gap-3'}>
        <Tabs
          label={title}
          isNavigation
          chosen={tab}
          onChoose={setTab}
          tabs={tabs.map((key) => ({ key, label: t(`pages.machine.tabs.${key}`) }))}
        />
        {tab === 'overview' && <MachineOverviewPanel row={row} refs={openRow.refs} />}
        {tab === 'history' && <ContributedMachineCards part="history" equipmentId={row.id} />}
        {tab === 'work' && <MachineWorkPanel equipmentId={row.id} />}
        {tab === 'documents' && <MachineDocumentList row={row} />}
      </div>
    </PageFrame>
  )
}

function MachineToolBar({ openRow, title }: { openRow: OpenRow; title: string }) {
  const { t } = useTranslation(['equipment', 'client'])
  const navigate = useNavigate()
  const canEdit = useCanCall(equipment.endpoints.update)
  return (
    <>
      {canEdit && (
        <Button
          look="quiet"
          icon={<EditIcon size={20} />}
          aria-label={t('client:resource.edit')}
          title={t('client:resource.edit')}
          onClick={openRow.onEdit}
        />
      )}
      <Button
        look="quiet"
        icon={<PrintIcon size={20} />}
        aria-label={t('pages.labels.printOne')}
        title={t('pages.labels.printOne')}
        onClick={() => void navigate(`labels?id=${openRow.row.id}`)}
      />
      <RemoveRowButton
        endpoint={equipment.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
        row={openRow.row}
        title={title}
        onRemoved={openRow.onRemoved}
      />
    </>
  )
}

/** Offers reporting a repair if permitted, else editing. No repair can be reported for a discarded machine. */
function MachinePrimaryButton({ row, onEdit }: { row: MachineRow; onEdit: () => void }) {
  const { t } = useTranslation(['equipment', 'client'])
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const canReport = useHasPermission('repairAdd')
  const canEdit = useCanCall(equipment.endpoints.update)
  const reportLink = buildPageLink('repair', { new: '1', equipmentId: row.id })
  if (canReport && reportLink && row.state !== 'discarded')
    return (
      <Button look="primary" icon={<RepairIcon size={20} />} onClick={() => void navigate(reportLink)}>
        {t('pages.machine.report')}
      </Button>
    )
  return (
    canEdit && (
      <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
        {t('client:resource.edit')}
      </Button>
    )
  )
}
