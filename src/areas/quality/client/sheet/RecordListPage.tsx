import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import type { FormValues } from '@/client/resource/form-values'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import type { ParamsChanger } from '@/client/use-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { addStorage, codeWidth, oiling, productStorage, widthCheck } from '../../contract/width-and-oil-records'
import { checkResultTones, checkFlagTones } from '../tones'
import { CheckDefectsText, CheckReadingList, rollReferenceCells } from './CheckContent'
import { useRecordFormCheck, getRecordFill } from './record-form-options'

const recordResources = { widthCheck, oiling, codeWidth, productStorage } as const
type RecordName = keyof typeof recordResources
export const recordNames = Object.keys(recordResources) as RecordName[]
const NO_REFS: Readonly<Record<string, string>> = {}
const RECORD_COLUMNS: Record<RecordName, readonly string[]> = {
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
  productStorage: ['number', 'place', 'filledAt', 'workOrderId', 'rolls', 'netKg', 'images', 'userId'],
}
const RECORD_FORM_FIELDS: Partial<Record<RecordName, readonly string[]>> = {
  widthCheck: ['jumboRollId', 'setNumber', 'lanes', 'toleranceMm', 'images', 'note'],
  oiling: ['jumboRollId', 'agent', 'samples', 'lowPercent', 'highPercent', 'images', 'note'],
  codeWidth: ['jumboRollId', 'widths', 'images', 'note'],
}
/** Derived fields that do not depend on limits of the plant or of a template, which the phone may not know. */
const RESULT_PREVIEW_FIELDS: Partial<Record<RecordName, readonly string[]>> = {
  widthCheck: ['measured', 'worstMm'],
  oiling: ['opu', 'lowest', 'highest'],
  codeWidth: ['mean', 'min', 'max'],
}

/** Lists the records of one kind, with a preview of the results in the form. */
export function RecordListPage({
  name,
  tabs,
  changeParams,
}: {
  name: RecordName
  tabs: ReactNode
  changeParams: ParamsChanger
}) {
  const { t } = useTranslation('quality')
  const resource = recordResources[name] as Resource
  const cells = useSheetCells(resource)
  const recordCheck = useRecordFormCheck(name)
  const previewFields = RESULT_PREVIEW_FIELDS[name]
  const renderWithPreview = useCallback(
    (inputs: ReactNode, values: Readonly<FormValues>) => (
      <>
        {inputs}
        {previewFields && (
          <ResourceDetailView
            resource={resource}
            row={{ ...resource.deriveFields?.(values as ListRow) } as ListRow}
            refs={NO_REFS}
            fieldNames={previewFields}
          />
        )}
      </>
    ),
    [resource, previewFields],
  )
  const canStore = useCanCall(addStorage)
  const storeButton = canStore ? (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1', id: null })}>
      {t('pages.sheet.newStorage')}
    </Button>
  ) : null
  return (
    <ResourcePage
      resource={resource}
      columns={RECORD_COLUMNS[name]}
      cells={cells}
      {...(name === 'productStorage' ? { primary: storeButton } : {})}
      form={{
        ...(RECORD_FORM_FIELDS[name] ? { fieldNames: RECORD_FORM_FIELDS[name] } : {}),
        check: recordCheck,
        fillIn: getRecordFill(name),
        renderWithPreview,
      }}
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
            defects: (row) => <CheckDefectsText defects={row['defects']} />,
          }
        : {}),
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
    }),
    [resource, formatShift, formatTeam],
  )
}
