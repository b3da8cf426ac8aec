import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { findRowOrReason } from '@/client/api/scanned-row'
import { useNames } from '@/client/fields/options'
import { Picker } from '@/client/fields/picker'
import { Button } from '@/client/ui/Button'
import { DeleteIcon, PlusIcon, ScanIcon, SortDownIcon, SortUpIcon } from '@/client/ui/icons'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { useConfirm } from '@/client/ui/use-confirm'
import { SwitchRow } from '../SwitchRow'
import { ItemEditor } from './ItemEditor'
import {
  addItem,
  addPoint,
  changeItem,
  changePoint,
  movePoint,
  removeItem,
  removePoint,
  type Point,
  type Route,
} from './route-edit'

interface RouteEditorProps {
  route: Route
  refs: Readonly<Record<string, string>>
  onChange: (route: Route) => void
}

/** Edits the route in walking order. Machines are added by walking the route and scanning them, or from a list. */
export function RouteEditor({ route, refs, onChange }: RouteEditorProps) {
  const { t } = useTranslation(['maintenance', 'client'])
  const [scanning, setScanning] = useState(false)
  const names = useNames(
    'equipment',
    route.points.map((point) => point.equipmentId),
    refs,
  )
  async function scanned(code: string) {
    const { hit, why } = await findRowOrReason(code, ['equipment'], { unknown: t('pages.repair.noMachine', { code }) })
    if (!hit) return why
    onChange(addPoint(route, hit.id))
    return void notify(
      t('pages.pollingPlan.pointAdded', { number: route.points.length + 1, name: hit.label }),
      'success',
    )
  }
  return (
    <div className="own-lines">
      {route.points.map((point, index) => (
        <PointEditor
          key={point.key}
          point={point}
          number={index + 1}
          name={names[point.equipmentId] ?? '…'}
          last={index === route.points.length - 1}
          route={route}
          onChange={onChange}
        />
      ))}
      <div className="own-add">
        <Button icon={<ScanIcon size={20} />} onClick={() => setScanning(true)}>
          {t('pages.pollingPlan.scanPoint')}
        </Button>
        <Picker
          of="equipment"
          id="add-point"
          label={t('pages.pollingPlan.addPoint')}
          empty={t('pages.pollingPlan.addPoint')}
          ids={[]}
          many={false}
          onPick={([id]) => {
            if (id) onChange(addPoint(route, id))
          }}
        />
      </div>
      {scanning && (
        <ScannerDialog onCode={scanned} onClose={() => setScanning(false)} hint={t('pages.pollingPlan.scanPoint')} />
      )}
    </div>
  )
}

function PointEditor({
  point,
  number,
  name,
  last,
  route,
  onChange,
}: {
  point: Point
  number: number
  name: string
  last: boolean
  route: Route
  onChange: (route: Route) => void
}) {
  const { t } = useTranslation('maintenance')
  const [ask, dialog] = useConfirm()
  const items = route.items.filter((item) => item.pointKey === point.key)
  const change = (part: Partial<Point>) => onChange(changePoint(route, point.key, part))
  const remove = async () => {
    if (
      await ask({
        thing: `${number}. ${name}`,
        sentence: t('pages.pollingPlan.removePoint'),
        confirmLabel: t('pages.pollingPlan.remove'),
      })
    )
      onChange(removePoint(route, point.key))
  }
  return (
    <details className="ui-card point-editor" open={items.some((item) => item.label === '')}>
      <summary>
        <span>{number}.</span>
        <b>{name}</b>
        <small>{t('pages.pollingPlan.itemCount', { count: items.length })}</small>
      </summary>
      <div className="point-tools">
        <Button
          aria-label={t('pages.pollingPlan.earlier')}
          countsEveryTap
          icon={<SortUpIcon size={20} />}
          disabled={number === 1}
          onClick={() => onChange(movePoint(route, point.key, -1))}
        />
        <Button
          aria-label={t('pages.pollingPlan.later')}
          countsEveryTap
          icon={<SortDownIcon size={20} />}
          disabled={last}
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
          of="equipment"
          id={`machine-${point.key}`}
          label={t('inspectionPlan.sub.points.equipmentId')}
          ids={[point.equipmentId]}
          many={false}
          onPick={([id]) => {
            if (id) change({ equipmentId: id })
          }}
        />
      </label>
      <label>
        {t('inspectionPlan.sub.points.code')}
        <input
          className="ui-input"
          value={point.code ?? ''}
          maxLength={40}
          autoCapitalize="characters"
          onChange={(event) => change({ code: event.target.value || null })}
        />
        <small className="quiet">{t('pages.pollingPlan.codeHint')}</small>
      </label>
      <label>
        {t('inspectionPlan.sub.points.instruction')}
        <textarea
          className="ui-input"
          rows={2}
          maxLength={400}
          value={point.instruction ?? ''}
          onChange={(event) => change({ instruction: event.target.value || null })}
        />
      </label>
      <SwitchRow
        label={t('inspectionPlan.sub.points.scanRequired')}
        checked={point.scanRequired === true}
        onChange={(scanRequired) => change({ scanRequired })}
      />
      {items.map((item) => (
        <ItemEditor
          key={item.key}
          item={item}
          onChange={(part) => onChange(changeItem(route, point.key, item.key, part))}
          onRemove={() => onChange(removeItem(route, point.key, item.key))}
        />
      ))}
      <Button icon={<PlusIcon size={20} />} onClick={() => onChange(addItem(route, point.key))}>
        {t('pages.pollingPlan.addItem')}
      </Button>
      {dialog}
    </details>
  )
}
