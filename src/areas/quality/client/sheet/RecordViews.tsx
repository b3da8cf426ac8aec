import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { MISSING_TEXT } from '@/client/format/number'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import type { FormValues } from '@/client/resource/form-values'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { ResourceFormCommands } from '@/client/resource/ResourceForm'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { useQueryParams } from '@/client/use-query-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { addStorage, codeWidth, oiling, productStorage, widthCheck } from '../../contract/width-and-oil-records'
import { checkResultTones, checkFlagTones } from '../tones'
import { CheckDefectsText, CheckReadingList, rollReferenceCells } from './CheckContent'
import { useRecordFormCheck, getRecordFill } from './record-form-options'
import { StorageForm } from './StorageForm'

const measurementResources = { widthCheck, oiling, codeWidth } as const
type MeasurementName = keyof typeof measurementResources
export const measurementNames = Object.keys(measurementResources) as MeasurementName[]
const NO_REFS: Readonly<Record<string, string>> = {}
const MEASUREMENT_COLUMNS: Record<MeasurementName, readonly string[]> = {
  widthCheck: [
    'jumboRollId',
    'result',
    'filledAt',
    'setNumber',
    'measured',
    'outOfLimits',
    'worstMm',
    'toleranceMm',
    'productId',
    'lineId',
    'team',
    'userId',
  ],
  oiling: [
    'jumboRollId',
    'result',
    'opu',
    'lowest',
    'highest',
    'filledAt',
    'agent',
    'productId',
    'lineId',
    'team',
    'userId',
  ],
  codeWidth: [
    'jumboRollId',
    'result',
    'mean',
    'min',
    'max',
    'lowMm',
    'highMm',
    'filledAt',
    'productId',
    'lineId',
    'userId',
  ],
}
const MEASUREMENT_FORM_FIELDS: Record<MeasurementName, readonly string[]> = {
  widthCheck: ['jumboRollId', 'setNumber', 'lanes', 'toleranceMm', 'images', 'note'],
  oiling: ['jumboRollId', 'agent', 'samples', 'lowPercent', 'highPercent', 'images', 'note'],
  codeWidth: ['jumboRollId', 'widths', 'images', 'note'],
}
/** Derived fields that do not depend on limits of the plant or of a template, which the phone may not know. */
const RESULT_PREVIEW_FIELDS: Record<MeasurementName, readonly string[]> = {
  widthCheck: ['measured', 'worstMm'],
  oiling: ['opu', 'lowest', 'highest'],
  codeWidth: ['mean', 'min', 'max'],
}

const STORAGE_COLUMNS = ['number', 'place', 'filledAt', 'workOrderId', 'rolls', 'netKg', 'images', 'userId']
const STORAGE_COMMANDS: ResourceFormCommands = { create: addStorage as Endpoint }

/** View of the measurements of one kind, with a preview of the results in the form. */
export function MeasurementView({ name, tabs }: { name: MeasurementName; tabs: ReactNode }) {
  const resource = measurementResources[name] as Resource
  const cells = useSheetCells(resource)
  const recordCheck = useRecordFormCheck(name)
  const previewFields = RESULT_PREVIEW_FIELDS[name]
  const renderWithPreview = useCallback(
    (inputs: ReactNode, values: Readonly<FormValues>) => (
      <>
        {inputs}
        <ResourceDetailView
          resource={resource}
          row={{ ...resource.deriveFields?.(values as ListRow) } as ListRow}
          refs={NO_REFS}
          fieldNames={previewFields}
        />
      </>
    ),
    [resource, previewFields],
  )
  return (
    <ResourcePage
      resource={resource}
      columns={MEASUREMENT_COLUMNS[name]}
      cells={cells}
      form={{
        fieldNames: MEASUREMENT_FORM_FIELDS[name],
        check: recordCheck,
        fillIn: getRecordFill(name),
        renderAround: renderWithPreview,
      }}
      parts={{ above: tabs }}
    />
  )
}
/** View of the packages brought into the store, with a form that scans them. */
export function StorageView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('quality')
  const changeParams = useQueryParams()[1]
  const canStore = useCanCall(addStorage)
  return (
    <ResourcePage
      resource={productStorage as Resource}
      columns={STORAGE_COLUMNS}
      cells={useSheetCells(productStorage)}
      primary={
        canStore ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1', id: null })}>
            {t('pages.sheet.newStorage')}
          </Button>
        ) : null
      }
      form={{ commands: STORAGE_COMMANDS, render: (form) => <StorageForm {...form} /> }}
      parts={{ above: tabs }}
    />
  )
}

/** Returns the cells for shift, team and result, and for checks also flag, readings and defects. */
export function useSheetCells(resource: Resource): Cells {
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  return useMemo(
    (): Cells => ({
      result: createStateCell(resource, 'result', checkResultTones),
      ...('flag' in resource.fields
        ? {
            ...rollReferenceCells,
            flag: createStateCell(resource, 'flag', checkFlagTones),
            readings: (row) => <CheckReadingList readings={row['readings']} />,
            defects: ({ defects }) =>
              Array.isArray(defects) && defects.length > 0 ? <CheckDefectsText defects={defects} /> : MISSING_TEXT,
          }
        : {}),
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
    }),
    [resource, formatShift, formatTeam],
  )
}
