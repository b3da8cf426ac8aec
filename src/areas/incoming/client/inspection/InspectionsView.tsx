import '../incoming.css'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useDoer, useCanCall } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { materialLot } from '@/areas/feeding/contract/material'
import { standardCodes } from '../../contract/inspection-calls'
import {
  attachCertificate,
  inspectionCommands,
  recordInspection,
  reopenInspection,
  startInspection,
} from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { APPROVE, materialInspection as life } from '../../rules/material-inspection'
import { resultTones, severityTones, stateTones } from '../tones'
import { InspectionPanel } from './InspectionPanel'
import type { Inspection } from './item-words'
import { RecordForm } from './RecordForm'

type AnyEndpoint = Endpoint<FormValues, unknown>
const columns = [
  'number',
  'state',
  'result',
  'lotId',
  'materialId',
  'supplier',
  'sampling',
  'severity',
  'sampleSize',
  'examined',
  'nonconforming',
  'inspectedOn',
  'inspectedBy',
  'decidedBy',
  'decidedAt',
  'standardCode',
  'reason',
]
const cells = {
  state: createStateCell(materialInspection, 'state', stateTones),
  result: createStateCell(materialInspection, 'result', resultTones),
  severity: createStateCell(materialInspection, 'severity', severityTones),
}
const begun = { new: null, lotId: null }

/** 检验单: list by state, detail panel and forms. */
export default function InspectionsView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('incoming')
  const [params, change] = useParams()
  const mayStart = useCanCall(startInspection)
  const unsent = useCorrectedCommand()
  return (
    <RecordPage
      of={materialInspection}
      title={title}
      views={[{ key: 'inspections', word: t('pages.inspections.tab') }]}
      above={
        <>
          {tabs}
          <Tabs
            label={t('materialInspection.fields.state')}
            chosen={params.get('state') ?? 'all'}
            onChoose={(next) => change({ id: null, state: next === 'all' ? null : next })}
            tabs={[
              { key: 'all', word: t('pages.inspections.all') },
              ...life.states.map((key) => ({ key, word: t(`materialInspection.options.state.${key}`) })),
            ]}
          />
        </>
      }
      list={{ columns, cells, place: ['state'] }}
      form={({ row }) => {
        const act = params.get('act')
        if (params.get('new') && mayStart)
          return <Start onBack={() => change(begun)} onDone={(id) => change({ ...begun, id })} />
        if (unsent) return <Correct unsent={unsent} onBack={() => change({ unsent: null })} />
        if (!row || !act) return null
        const back = () => change({ act: null })
        if (act === recordInspection.action) return <RecordForm row={row as Inspection} onBack={back} />
        const step = [reopenInspection, attachCertificate].find(({ action }) => action === act)
        return step ? <Ask row={row as Inspection} step={step} onBack={back} /> : null
      }}
      panel={({ row, refs, onBack, onGone }) => (
        <InspectionPanel
          row={row as Inspection}
          refs={refs}
          onBack={onBack}
          onGone={onGone}
          onAct={(act) => change({ act })}
        />
      )}
      primary={
        mayStart && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1' })}>
            {t('pages.inspections.begin')}
          </Button>
        )
      }
    />
  )
}

/**
 * Standards in force as choices, for the lot's material if a lot is chosen. The user picks one to deviate from the
 * usual standard, or types its code if the choices are not loaded.
 */
function useStandards(lotId: string | null) {
  const materialId = useRow(materialLot, lotId).row?.materialId
  const { data } = useEndpoint(standardCodes, materialId ? { materialId } : {}, { resources: ['materialStandard'] })
  return useMemo(
    () => ({
      standardCode: (data ?? []).map((one) => ({
        key: one.standardCode,
        word: `${one.standardCode} · ${one.label}`,
      })),
    }),
    [data],
  )
}
function Start({ onBack, onDone }: { onBack: () => void; onDone: (id: string) => void }) {
  const { t } = useTranslation('incoming')
  const [params] = useParams()
  const { isSup, keys } = useDoer()
  const decides = isSup || keys.has(APPROVE)
  const [start] = useState<FormValues>(() => ({
    occurredAt: getPlantMoment(),
    ...(params.get('lotId') ? { lotId: params.get('lotId') } : {}),
  }))
  return (
    <TextChoicesContext.Provider value={useStandards(params.get('lotId'))}>
      <LazyCommandForm
        endpoint={startInspection as AnyEndpoint}
        title={t('actions.materialInspection_start')}
        start={start}
        only={['lotId', 'lotSize', 'standardCode', 'steady', ...(decides ? ['resumed'] : []), 'note']}
        onBack={onBack}
        onDone={({ id }) => onDone(id)}
      />
    </TextChoicesContext.Provider>
  )
}
function Correct({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('incoming')
  if (unsent.op === recordInspection.name) return <RecordForm unsent={unsent} onBack={onBack} />
  const step = inspectionCommands.find(({ name }) => name === unsent.op)
  if (!step) return <EmptyState title={t('pages.inspections.gone')} />
  return (
    <LazyCommandForm
      endpoint={step as AnyEndpoint}
      title={t('actions.materialInspection_start')}
      unsent={unsent}
      only={['lotId', 'lotSize', 'standardCode', 'steady', 'note']}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
function Ask({
  row,
  step,
  onBack,
}: {
  row: Inspection
  step: typeof reopenInspection | typeof attachCertificate
  onBack: () => void
}) {
  const { t } = useTranslation('incoming')
  const [start] = useState<FormValues>(() => ({ id: row.id, version: row.version, occurredAt: getPlantMoment() }))
  return (
    <LazyCommandForm
      endpoint={step as AnyEndpoint}
      title={[
        t(`actions.materialInspection_${step.action === reopenInspection.action ? 'reopen' : 'attachCoa'}`),
        row.number,
      ]
        .filter(Boolean)
        .join(' · ')}
      draftOf={row.id}
      start={start}
      only={getFormInputs(step)}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
