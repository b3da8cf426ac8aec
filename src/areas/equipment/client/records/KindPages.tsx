import '../equipment.css'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { useUnsent } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import { useWidth } from '@/client/resource/use-width'
import { KindPage, type Kind } from './KindPage'

/** Below this width of its own room, px, the kinds are a drop-down. */
const SEGMENTS_FROM = 720

/** One page for several kinds of record with a switch between them. The kind stands in the address as `of`. */
export function KindPages({ kinds }: { kinds: readonly [Kind, ...Kind[]] }) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const [params, setParams] = useSearchParams()
  const [box, width] = useWidth<HTMLDivElement>()
  const unsent = useUnsent().find((item) => item.id === params.get('unsent'))
  const named = unsent?.resource ?? params.get('of')
  const kind = kinds.find(({ of }) => of.name === named) ?? kinds[0]
  const choose = (name: string) => setParams((now) => kept(now, name), { replace: true })
  const inForm = ['new', 'edit', 'unsent'].some((name) => params.has(name))
  const hidden = inForm || (params.has('id') && width < SEGMENTS_FROM)
  return (
    <div className="eq-kinds" ref={box}>
      {!hidden && width > 0 && (width < SEGMENTS_FROM
        ? (
          <select className="ui-input" aria-label={t('pages.records.kind')} value={kind.of.name} onChange={(event) => choose(event.target.value)}>
            {kinds.map(({ of }) => <option key={of.name} value={of.name}>{labels.name(of)}</option>)}
          </select>
        )
        : (
          <fieldset className="segments" aria-label={t('pages.records.kind')}>
            {kinds.map(({ of }) => <button key={of.name} type="button" aria-pressed={of.name === kind.of.name} onClick={() => choose(of.name)}>{labels.name(of as Resource)}</button>)}
          </fieldset>
        ))}
      <KindPage key={kind.of.name} kind={kind} />
    </div>
  )
}
/** What holds for every kind: the machine and the words looked for. */
function kept(now: URLSearchParams, of: string): URLSearchParams {
  return new URLSearchParams([['of', of], ...[...now].filter(([name]) => name === 'equipmentId' || name === 'q')])
}
