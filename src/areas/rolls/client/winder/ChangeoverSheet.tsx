import './changeover.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { CheckIcon, WarnIcon } from '@/client/ui/icons'
import { Notice } from '@/client/ui/Notice'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { changeoverParts, type ChangeoverPart } from '../../rules/changeover'
import { useChangeover, type StandardProblem } from './use-changeover'
import type { Order } from './winder-state'

/** 换单清单: compares the order about to begin with the current setup of the line and highlights differences. */
export function ChangeoverSheet({
  order,
  lineId,
  refs,
  word,
  busy,
  taken,
  onConfirm,
  onClose,
}: {
  order: Order
  lineId: string
  refs: Readonly<Record<string, string>>
  /** Label of the action that follows: start or resume. */
  word: string
  busy: boolean
  /** Why the line is taken, if it is; another person may have taken it while this dialog was open. */
  taken: string | null
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client', 'orders', 'standards'])
  const language = useLanguage()
  const { before, changed, hoppers, standardProblem, refs: found, isLoading } = useChangeover(order, lineId)
  const known = { ...found, ...refs }
  const names = {
    ...known,
    ...useNames('product', before ? [order.productId, before.productId] : [order.productId], known),
  }
  const number = (value: number | null, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  const listed = (values: readonly (string | null | undefined | false)[]) => values.filter(Boolean).join(' · ') || '–'
  const said: Readonly<Record<ChangeoverPart, (of: Order) => string>> = {
    jumboLength: (of) => number(of.jumboLengthM, 'm'),
    webWidth: (of) => number(of.webWidthMm, 'mm'),
    slittingPattern: (of) =>
      listed([
        of.slittingPattern ? `${of.slittingPattern} mm` : of.widthMm !== null ? number(of.widthMm, 'mm') : '–',
        of.rollLengthM !== null && t('pages.winder.changeover.rollLength', { length: number(of.rollLengthM, 'm') }),
      ]),
    labels: (of) =>
      listed([
        names[of.productId],
        of.gsm !== null && number(of.gsm, 'g/m²'),
        of.customerId !== null && names[of.customerId],
      ]),
  }
  const differ = changed.size + hoppers.filter((one) => one.differs).length
  const looks = hoppers.filter((one) => one.look).length
  const toChange = differ > 0 && t('pages.winder.changeover.differ', { count: differ })
  const toLook = looks > 0 && t('pages.winder.changeover.looks', { count: looks })
  const why = (problem: StandardProblem) =>
    problem.of === 'none'
      ? t('pages.winder.changeover.noStandard')
      : t(`pages.winder.changeover.unapproved.${problem.of}`, {
          standard: problem.standard,
          state: t(`standards:${problem.of}Standard.options.state.${problem.state}`),
        })
  const nothing = t('pages.winder.changeover.empty')
  const unknown = (what: 'contents' | 'recipe', material: string | null) =>
    what === 'recipe' || material
      ? t(`pages.winder.changeover.unknown.${what}`, { material: material ? names[material] : nothing })
      : t('pages.winder.changeover.unknown.contentsAlone')
  return (
    <Dialog open onClose={onClose} title={`${word} · ${order.number}`}>
      <p className="quiet">
        {before
          ? t('pages.winder.changeover.after', { number: before.number })
          : t(`pages.winder.changeover.${before === null ? 'first' : 'beforeUnknown'}`)}
      </p>
      {isLoading ? (
        <SkeletonDetail fields={5} />
      ) : (
        <>
          <p className="wd-changes-count">
            {[toChange, toLook].filter(Boolean).join(t('pages.winder.changeover.and')) ||
              t('pages.winder.changeover.same')}
          </p>
          <ul className="wd-changes" aria-label={t('pages.winder.changeover.title')}>
            {changeoverParts.map((part) => (
              <Change
                key={part}
                name={t(`pages.winder.changeover.parts.${part}`)}
                differs={changed.has(part)}
                from={before && said[part](before)}
                to={said[part](order)}
              />
            ))}
            {hoppers.map(({ hopperId, from, to, differs, look }) => (
              <Change
                key={hopperId ?? to}
                name={t('pages.winder.changeover.hopper', { code: hopperId ? names[hopperId] : '–' })}
                differs={differs}
                look={look && unknown(look, look === 'recipe' ? from : to)}
                from={from ? names[from] : nothing}
                to={to ? names[to] : nothing}
              />
            ))}
          </ul>
        </>
      )}
      {taken && <Notice icon={WarnIcon} tone="warn" title={taken} />}
      {standardProblem && <Notice icon={WarnIcon} tone="warn" title={why(standardProblem)} />}
      <div className="ui-actions">
        <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
        <Button
          look="primary"
          icon={<CheckIcon size={20} />}
          disabled={busy || isLoading || taken !== null || standardProblem !== null}
          onClick={onConfirm}
        >
          {t('pages.winder.changeover.confirm', { word })}
        </Button>
      </div>
    </Dialog>
  )
}
function Change({
  name,
  differs,
  look,
  from,
  to,
}: {
  name: string
  differs: boolean
  /** Replaces the new value if a person has to check it. */
  look?: string
  from: ReactNode
  to: ReactNode
}) {
  const { t } = useTranslation('rolls')
  return (
    <li className={differs || look ? 'is-changed' : undefined}>
      <span>{name}</span>
      <b>
        {differs && from && (
          <>
            <del>{from}</del>{' '}
          </>
        )}
        {look ?? to}
      </b>
      {(differs || look) && (
        <StateBadge tone="warn">{t(`pages.winder.changeover.${look ? 'look' : 'change'}`)}</StateBadge>
      )}
    </li>
  )
}
