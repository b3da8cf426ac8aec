import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { findRowOrReason } from '@/client/api/scanned-row'
import { useNames } from '@/client/fields/options'
import { Picker } from '@/client/fields/picker'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, PlusIcon, ScanIcon, SortDownIcon, SortUpIcon } from '@/client/ui/icons'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { TextArea, TextInput } from '@/client/ui/TextInput'
import { SwitchRow } from '@/plant/client/forms/form-inputs'
import { ItemEditor } from './ItemEditor'
import {
  addItem,
  addPoint,
  changeItem,
  changePoint,
  movePoint,
  removeItem,
  removePoint,
  type RoutePoint,
  type InspectionRoute,
} from './edit-route'

interface RouteEditorProps {
  route: InspectionRoute
  refs: Readonly<Record<string, string>>
  onChange: (route: InspectionRoute) => void
}

/** Edits the route in walking order. Machines are added by walking the route and scanning them, or from a list. */
export function RouteEditor({ route, refs, onChange }: RouteEditorProps) {
  const { t } = useTranslation(['rounds', 'client'])
  const [isScannerOpen, setIsScannerOpen] = useState(false)
  const machineNames = useNames(
    'equipment',
    route.points.map((point) => point.equipmentId),
    refs,
  )
  async function onScanned(code: string) {
    const { hit, reason } = await findRowOrReason(code, ['equipment'], {
      unknownMessage: t('pages.pollingPlan.noMachine', { code }),
    })
    if (!hit) return reason
    onChange(addPoint(route, hit.id))
    return void notify(
      t('pages.pollingPlan.pointAdded', { number: route.points.length + 1, name: hit.label }),
      'success',
    )
  }
  return (
    <div className="stack">
      {route.points.map((point, index) => (
        <PointEditor
          key={point.key}
          point={point}
          number={index + 1}
          machineName={machineNames[point.equipmentId] ?? '…'}
          isLast={index === route.points.length - 1}
          route={route}
          onChange={onChange}
        />
      ))}
      <div className="stack">
        <Button icon={<ScanIcon size={20} />} onClick={() => setIsScannerOpen(true)}>
          {t('pages.pollingPlan.scanPoint')}
        </Button>
        <Picker
          resource="equipment"
          id="add-point"
          label={t('pages.pollingPlan.addPoint')}
          placeholder={t('pages.pollingPlan.addPoint')}
          ids={[]}
          multiple={false}
          onPick={([id]) => {
            if (id) onChange(addPoint(route, id))
          }}
        />
      </div>
      {isScannerOpen && (
        <ScannerDialog
          onCode={onScanned}
          onClose={() => setIsScannerOpen(false)}
          hint={t('pages.pollingPlan.scanPoint')}
        />
      )}
    </div>
  )
}

function PointEditor({
  point,
  number,
  machineName,
  isLast,
  route,
  onChange,
}: {
  point: RoutePoint
  number: number
  machineName: string
  isLast: boolean
  route: InspectionRoute
  onChange: (route: InspectionRoute) => void
}) {
  const { t } = useTranslation('rounds')
  const [askConfirmation, confirmDialog] = useConfirm()
  const items = route.items.filter((item) => item.pointKey === point.key)
  const updatePoint = (changes: Partial<RoutePoint>) => onChange(changePoint(route, point.key, changes))
  const remove = async () => {
    if (
      await askConfirmation({
        objectName: `${number}. ${machineName}`,
        question: t('pages.pollingPlan.removePoint'),
        confirmLabel: t('pages.pollingPlan.remove'),
      })
    )
      onChange(removePoint(route, point.key))
  }
  return (
    <details className="ui-card point-editor" open={items.some((item) => item.label === '')}>
      <summary>
        <span>{number}.</span>
        <b>{machineName}</b>
        <small>{t('pages.pollingPlan.itemCount', { count: items.length })}</small>
      </summary>
      <div className="strip">
        <Button
          aria-label={t('pages.pollingPlan.earlier')}
          allowsRapidTaps
          icon={<SortUpIcon size={20} />}
          disabled={number === 1}
          onClick={() => onChange(movePoint(route, point.key, -1))}
        />
        <Button
          aria-label={t('pages.pollingPlan.later')}
          allowsRapidTaps
          icon={<SortDownIcon size={20} />}
          disabled={isLast}
          onClick={() => onChange(movePoint(route, point.key, 1))}
        />
        <Button
          aria-label={t('pages.pollingPlan.remove')}
          icon={<DeleteIcon size={20} />}
          onClick={() => void remove()}
        />
      </div>
      <label>
        {t('inspectionPlan.sub.points.equipmentId')}
        <Picker
          resource="equipment"
          id={`machine-${point.key}`}
          label={t('inspectionPlan.sub.points.equipmentId')}
          ids={[point.equipmentId]}
          multiple={false}
          onPick={([id]) => {
            if (id) updatePoint({ equipmentId: id })
          }}
        />
      </label>
      <label>
        {t('inspectionPlan.sub.points.code')}
        <TextInput
          value={point.code ?? ''}
          maxLength={40}
          autoCapitalize="characters"
          onChange={(typed) => updatePoint({ code: typed || null })}
        />
        <small className="quiet">{t('pages.pollingPlan.codeHint')}</small>
      </label>
      <label>
        {t('inspectionPlan.sub.points.instruction')}
        <TextArea
          rows={2}
          maxLength={400}
          value={point.instruction ?? ''}
          onChange={(typed) => updatePoint({ instruction: typed || null })}
        />
      </label>
      <SwitchRow
        label={t('inspectionPlan.sub.points.scanRequired')}
        checked={point.scanRequired === true}
        onChange={(scanRequired) => updatePoint({ scanRequired })}
      />
      {items.map((item) => (
        <ItemEditor
          key={item.key}
          item={item}
          onChange={(changes) => onChange(changeItem(route, point.key, item.key, changes))}
          onRemove={() => onChange(removeItem(route, point.key, item.key))}
        />
      ))}
      <Button icon={<PlusIcon size={20} />} onClick={() => onChange(addItem(route, point.key))}>
        {t('pages.pollingPlan.addItem')}
      </Button>
      {confirmDialog}
    </details>
  )
}
