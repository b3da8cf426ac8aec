import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid7 } from '@/contract/id'
import { plantMoment } from '@/client/clock'
import { useList } from '@/client/api/use-list'
import { formatDay } from '@/client/format/time'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { useMay } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { Sheet } from '@/client/ui/Sheet'
import { SkeletonList } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import type { Row } from '@/contract/resource'
import { knife } from '@/areas/rolls/contract/slitting'
import { knifeLife, type SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { knifeTones } from './tones'
import { useStep } from './use-step'
import type { Line } from './use-slitter'
import { ViewFrame, type Frame } from './ViewFrame'

type Knife = Row<typeof knife>

/** The knives on the slitter by place, the worn ones first; a change begins a new life. */
export default function Knives({ frame, slitter, limits }: { frame: Frame; slitter: Line; limits: SlitterLimits }) {
  const { t } = useTranslation(['rolls', 'client'])
  const { rows, isLoading, error, again } = useList(knife, { slitterId: slitter.id, size: 500 })
  const [changing, setChanging] = useState<{ place: number; side: Knife['side'] } | null>(null)
  const mayAdd = useMay('divideInteractiveAdd')
  const share = (row: Knife) => (row.lifeM ? (row.metres ?? 0) / row.lifeM : 0)
  const on = rows.filter((row) => row.removedAt === null).sort((a, b) => share(b) - share(a) || a.place - b.place)
  const free = Math.max(0, ...on.map((row) => row.place)) + 1
  if (isLoading)
    return (
      <ViewFrame frame={frame}>
        <SkeletonList />
      </ViewFrame>
    )
  if (error && rows.length === 0)
    return (
      <ViewFrame frame={frame}>
        <NotLoaded of={{ error, again }} />
      </ViewFrame>
    )
  return (
    <ViewFrame
      frame={frame}
      primary={
        mayAdd && (
          <Button
            look="primary"
            icon={<PlusIcon size={20} />}
            onClick={() => setChanging({ place: free, side: 'upper' })}
          >
            {t('pages.divideInteractive.mountKnife')}
          </Button>
        )
      }
    >
      {on.length === 0 && (
        <EmptyState title={t('pages.divideInteractive.noKnives')} next={t('pages.divideInteractive.noKnivesNext')} />
      )}
      <ul className="knives">
        {on.map((row) => (
          <li key={row.id} className="ui-card">
            <KnifeCard
              row={row}
              {...(mayAdd ? { onChange: () => setChanging({ place: row.place, side: row.side }) } : {})}
            />
          </li>
        ))}
      </ul>
      {changing && <MountSheet slitter={slitter} limits={limits} {...changing} onClose={() => setChanging(null)} />}
    </ViewFrame>
  )
}
function KnifeCard({ row, onChange }: { row: Knife; onChange?: () => void }) {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  const life = knifeLife(row.metres ?? 0, row.lifeM)
  return (
    <>
      <div className="row">
        <b>{t('pages.divideInteractive.knifeAt', { place: row.place, side: t(`knife.options.side.${row.side}`) })}</b>
        <State tone={knifeTones[life]}>{t(`pages.divideInteractive.knifeLife.${life}`)}</State>
      </div>
      {row.lifeM && (
        <progress
          className={`life-bar is-${life}`}
          value={Math.min(row.metres ?? 0, row.lifeM)}
          max={row.lifeM}
          aria-label={t('knife.fields.metres')}
        />
      )}
      <div className="row">
        <span>
          <Quantity value={row.metres ?? 0} unit="m" decimals={0} /> /{' '}
          <Quantity value={row.lifeM} unit="m" decimals={0} />
          <br />
          <span className="quiet">{[row.code, formatDay(row.mountedAt, zone)].filter(Boolean).join(' · ')}</span>
        </span>
        {onChange && (
          <Button className="big" onClick={onChange}>
            {t('pages.divideInteractive.changeKnife')}
          </Button>
        )}
      </div>
    </>
  )
}
function MountSheet({
  slitter,
  limits,
  place: at,
  side: of,
  onClose,
}: {
  slitter: Line
  limits: SlitterLimits
  place: number
  side: Knife['side']
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [place, setPlace] = useState(String(at))
  const [side, setSide] = useState(of)
  const [code, setCode] = useState('')
  const [life, setLife] = useState(limits.knifeLifeM ? String(limits.knifeLifeM) : '')
  const mount = useStep(knife.endpoints.create)
  const take = async () => {
    const lifeM = life ? { lifeM: Number(life) } : {}
    if (
      await mount.take({
        id: uuid7(),
        slitterId: slitter.id,
        place: Number(place),
        side,
        ...(code.trim() ? { code: code.trim() } : {}),
        mountedAt: plantMoment(),
        ...lifeM,
      })
    )
      onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('pages.divideInteractive.mountKnife')}>
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <div className="pair">
          <label>
            {t('knife.fields.place')}
            <input
              className="ui-input"
              inputMode="numeric"
              value={place}
              onChange={(event) => setPlace(event.target.value.replace(/\D/g, ''))}
            />
          </label>
          <label>
            {t('knife.fields.code')}
            <input
              className="ui-input"
              maxLength={60}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="off"
            />
          </label>
        </div>
        <fieldset className="choice-row" aria-label={t('knife.fields.side')}>
          {(['upper', 'lower'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={side === one} onClick={() => setSide(one)}>
              {t(`knife.options.side.${one}`)}
            </button>
          ))}
        </fieldset>
        <label>
          {t('knife.fields.lifeM')} (m)
          <input
            className="ui-input"
            inputMode="numeric"
            value={life}
            onChange={(event) => setLife(event.target.value.replace(/\D/g, ''))}
          />
        </label>
        <p className="quiet">{t('pages.divideInteractive.mountHint')}</p>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={mount.busy || Number(place) < 1}>
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
