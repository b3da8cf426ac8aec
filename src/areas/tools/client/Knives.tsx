import './knives.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid7 } from '@/contract/id'
import { plantMoment } from '@/client/clock'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import type { PageViewProps } from '@/client/area'
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
import type { Tones } from '@/contract/tone'
import { slitter } from '@/areas/rolls/contract/slitting'
import { usualSlitter } from '@/areas/rolls/rules/slitter-limits'
import { knife } from '../contract/knife'
import { knifeLife, type KnifeLife } from '../rules/knife'

type Knife = Row<typeof knife>
const tones: Tones<KnifeLife> = { unknown: 'idle', good: 'ok', nearEnd: 'warn', over: 'bad' }

/** The knives on the slitter by place, the worn ones first; a change begins a new life. */
export default function Knives({ of: slitterId, frame }: PageViewProps) {
  const { t } = useTranslation(['tools', 'client'])
  const { rows, isLoading, error, again } = useList(knife, { slitterId, size: 500 })
  const [changing, setChanging] = useState<{ place: number; side: Knife['side'] } | null>(null)
  const mayAdd = useMay('divideInteractiveAdd')
  const share = (row: Knife) => (row.lifeM ? (row.metres ?? 0) / row.lifeM : 0)
  const on = rows.filter((row) => row.removedAt === null).sort((a, b) => share(b) - share(a) || a.place - b.place)
  const free = Math.max(0, ...on.map((row) => row.place)) + 1
  if (isLoading) return frame(<SkeletonList />)
  if (error && rows.length === 0) return frame(<NotLoaded of={{ error, again }} />)
  return frame(
    <>
      {on.length === 0 && <EmptyState title={t('pages.knives.none')} next={t('pages.knives.noneNext')} />}
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
      {changing && <MountSheet slitterId={slitterId} {...changing} onClose={() => setChanging(null)} />}
    </>,
    mayAdd && (
      <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setChanging({ place: free, side: 'upper' })}>
        {t('pages.knives.mount')}
      </Button>
    ),
  )
}
function KnifeCard({ row, onChange }: { row: Knife; onChange?: () => void }) {
  const { t } = useTranslation('tools')
  const zone = usePlantZone()
  const life = knifeLife(row.metres ?? 0, row.lifeM)
  return (
    <>
      <div className="row">
        <b>{t('pages.knives.at', { place: row.place, side: t(`knife.options.side.${row.side}`) })}</b>
        <State tone={tones[life]}>{t(`pages.knives.life.${life}`)}</State>
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
            {t('pages.knives.change')}
          </Button>
        )}
      </div>
    </>
  )
}
function MountSheet({
  slitterId,
  place: at,
  side: of,
  onClose,
}: {
  slitterId: string
  place: number
  side: Knife['side']
  onClose: () => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const [place, setPlace] = useState(String(at))
  const [side, setSide] = useState(of)
  const [code, setCode] = useState('')
  const own = useList(slitter, { slitterId, size: 1 }).rows.find((row) => row.slitterId === slitterId)
  const usualM = (own ?? usualSlitter).knifeLifeM
  const [typed, setLife] = useState<string | null>(null)
  const life = typed ?? (usualM ? String(usualM) : '')
  const mount = useCommand(knife.endpoints.create)
  const take = async () => {
    const lifeM = life ? { lifeM: Number(life) } : {}
    try {
      await mount.run({
        id: uuid7(),
        slitterId,
        place: Number(place),
        side,
        ...(code.trim() ? { code: code.trim() } : {}),
        mountedAt: plantMoment(),
        ...lifeM,
      })
      void notify(t('client:resource.saved'), 'success')
      onClose()
    } catch {
      return // why not has been told by the call; the sheet stays open
    }
  }
  return (
    <Sheet open onClose={onClose} title={t('pages.knives.mount')}>
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
        <p className="quiet">{t('pages.knives.mountHint')}</p>
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
