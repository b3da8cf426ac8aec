import '../incoming.css'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useActor, useCanCall } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { materialLot } from '@/areas/feeding/contract/material'
import { standardCodes } from '../../contract/inspection-endpoints'
import {
  attachCertificate,
  inspectionCommands,
  recordInspection,
  reopenInspection,
  startInspection,
} from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { APPROVE_PERMISSION, materialInspectionLifecycle } from '../../rules/material-inspection'
import { inspectionResultTones, inspectionSeverityTones, inspectionStateTones } from '../inspection-tones'
import { InspectionPanel } from './InspectionPanel'
import type { InspectionWithPending } from './format-inspection'
import { RecordInspectionForm } from './RecordInspectionForm'

type FormEndpoint = Endpoint<FormValues, unknown>
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
  state: createStateCell(materialInspection, 'state', inspectionStateTones),
  result: createStateCell(materialInspection, 'result', inspectionResultTones),
  severity: createStateCell(materialInspection, 'severity', inspectionSeverityTones),
}
const CLOSED_FORM_PARAMS = { new: null, lotId: null }

/** 检验单: list by state, detail panel and forms. */
export default function InspectionsView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('incoming')
  const [params, changeParams] = useQueryParams()
  const canStart = useCanCall(startInspection)
  const unsentCommand = useUnsentCommandToCorrect()
  return (
    <RecordPage
      resource={materialInspection}
      title={title}
      views={[{ key: 'inspections', label: t('pages.inspections.tab') }]}
      above={
        <>
          {tabs}
          <Tabs
            label={t('materialInspection.fields.state')}
            chosen={params.get('state') ?? 'all'}
            onChoose={(state) => changeParams({ id: null, state: state === 'all' ? null : state })}
            tabs={[
              { key: 'all', label: t('pages.inspections.all') },
              ...materialInspectionLifecycle.states.map((key) => ({
                key,
                label: t(`materialInspection.options.state.${key}`),
              })),
            ]}
          />
        </>
      }
      list={{ columns, cells, lockedFilters: ['state'] }}
      form={({ row }) => {
        const act = params.get('act')
        if (params.get('new') && canStart)
          return (
            <StartInspectionForm
              onBack={() => changeParams(CLOSED_FORM_PARAMS)}
              onDone={(id) => changeParams({ ...CLOSED_FORM_PARAMS, id })}
            />
          )
        if (unsentCommand)
          return <UnsentCommandForm unsent={unsentCommand} onBack={() => changeParams({ unsent: null })} />
        if (!row || !act) return null
        const closeForm = () => changeParams({ act: null })
        if (act === recordInspection.action)
          return <RecordInspectionForm row={row as InspectionWithPending} onBack={closeForm} />
        const command = [reopenInspection, attachCertificate].find(({ action }) => action === act)
        return command ? <RowCommandForm command={command} row={row} onBack={closeForm} /> : null
      }}
      panel={({ row, refs, onBack, onRemoved }) => (
        <InspectionPanel
          row={row as InspectionWithPending}
          refs={refs}
          onBack={onBack}
          onRemoved={onRemoved}
          onOpenCommandForm={(act) => changeParams({ act })}
        />
      )}
      primary={
        canStart && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
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
function useStandardChoices(lotId: string | null) {
  const materialId = useRow(materialLot, lotId).row?.materialId
  const { data } = useEndpoint(standardCodes, materialId ? { materialId } : {}, { resources: ['materialStandard'] })
  return useMemo(
    () => ({
      standardCode: (data ?? []).map((standard) => ({
        key: standard.standardCode,
        label: `${standard.standardCode} · ${standard.label}`,
      })),
    }),
    [data],
  )
}
function StartInspectionForm({ onBack, onDone }: { onBack: () => void; onDone: (id: string) => void }) {
  const { t } = useTranslation('incoming')
  const [params] = useQueryParams()
  const { isSup: isSuperUser, keys } = useActor()
  const canDecide = isSuperUser || keys.has(APPROVE_PERMISSION)
  const [initialValues] = useState<FormValues>(() => ({
    occurredAt: getPlantMoment(),
    ...(params.get('lotId') ? { lotId: params.get('lotId') } : {}),
  }))
  return (
    <TextChoicesContext.Provider value={useStandardChoices(params.get('lotId'))}>
      <LazyCommandForm
        endpoint={startInspection as FormEndpoint}
        title={t('actions.materialInspection_start')}
        startValues={initialValues}
        fieldNames={['lotId', 'lotSize', 'standardCode', 'steady', ...(canDecide ? ['resumed'] : []), 'note']}
        onBack={onBack}
        onDone={({ id }) => onDone(id)}
      />
    </TextChoicesContext.Provider>
  )
}
function UnsentCommandForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('incoming')
  if (unsent.op === recordInspection.name) return <RecordInspectionForm unsent={unsent} onBack={onBack} />
  const command = inspectionCommands.find(({ name }) => name === unsent.op)
  if (!command) return <EmptyState title={t('pages.inspections.gone')} />
  return (
    <RowCommandForm
      command={command}
      row={null}
      unsent={unsent}
      fieldNames={['lotId', 'lotSize', 'standardCode', 'steady', 'note']}
      onBack={onBack}
    />
  )
}
