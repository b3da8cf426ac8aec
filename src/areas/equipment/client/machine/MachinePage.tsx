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
import { MachineCards } from './MachineCards'
import { MachineOverviewPanel } from './MachineOverviewPanel'
import { useMachineName } from './use-machine-name'
import { MachineWorkPanel } from './MachineWorkPanel'

export type MachineRow = Row<typeof equipment>
const tabs = ['overview', 'history', 'work', 'documents'] as const

/** Page of a machine: state, open work, metrics, history and documents. */
export function MachinePage({ open }: { open: OpenRow }) {
  const { t } = useTranslation(['equipment', 'client'])
  const row = open.row as MachineRow & { pending?: unknown }
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview')
  const getName = useMachineName()
  const title = `${row.code} · ${getName(row)}`
  return (
    <PageFrame
      title={row.code}
      sub={
        <span className="eq-chips">
          <b>{getName(row)}</b>
          <ResourceStateBadge of={equipment} state={row.state} tones={machineStateTones} />
          <ResourceStateBadge of={equipment} field="condition" state={row.condition} tones={conditionTones} />
          <UnsentBadge of={row.pending} />
        </span>
      }
      contentScrollsItself={tab === 'history'}
      {...(open.onBack ? { onBack: open.onBack } : {})}
      tools={<MachineToolBar open={open} title={title} />}
      primary={<MachinePrimaryButton row={row} onEdit={open.onEdit} />}
    >
      <div className={tab === 'history' ? 'eq-machine is-fill' : 'eq-machine'}>
        <Tabs
          label={title}
          switchesViews
          chosen={tab}
          onChoose={setTab}
          tabs={tabs.map((key) => ({ key, word: t(`pages.machine.tabs.${key}`) }))}
        />
        {tab === 'overview' && <MachineOverviewPanel row={row} refs={open.refs} />}
        {tab === 'history' && <MachineCards part="history" equipmentId={row.id} />}
        {tab === 'work' && <MachineWorkPanel equipmentId={row.id} />}
        {tab === 'documents' && <MachineDocumentList row={row} />}
      </div>
    </PageFrame>
  )
}

function MachineToolBar({ open, title }: { open: OpenRow; title: string }) {
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
          onClick={open.onEdit}
        />
      )}
      <Button
        look="quiet"
        icon={<PrintIcon size={20} />}
        aria-label={t('pages.labels.printOne')}
        title={t('pages.labels.printOne')}
        onClick={() => void navigate(`labels?id=${open.row.id}`)}
      />
      <RemoveRowButton
        endpoint={equipment.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
        row={open.row}
        title={title}
        onGone={open.onGone}
      />
    </>
  )
}

/** Offers reporting a repair if permitted, else editing. No repair can be reported for a discarded machine. */
function MachinePrimaryButton({ row, onEdit }: { row: MachineRow; onEdit: () => void }) {
  const { t } = useTranslation(['equipment', 'client'])
  const navigate = useNavigate()
  const link = usePageLink()
  const canReport = useHasPermission('repairAdd')
  const canEdit = useCanCall(equipment.endpoints.update)
  const reportLink = link('repair', { new: '1', equipmentId: row.id })
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
