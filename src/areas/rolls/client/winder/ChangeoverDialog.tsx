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
import type { WinderOrder } from './winder-state'

/** 换单清单: compares the order about to begin with the current setup of the line and highlights differences. */
export function ChangeoverDialog({
  order,
  lineId,
  refs,
  actionLabel,
  busy,
  lineTakenReason,
  onConfirm,
  onClose,
}: {
  order: WinderOrder
  lineId: string
  refs: Readonly<Record<string, string>>
  /** Label of the action that follows: start or resume. */
  actionLabel: string
  busy: boolean
  /** Why the line is taken, if it is; another person may have taken it while this dialog was open. */
  lineTakenReason: string | null
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client', 'orders', 'standards'])
  const language = useLanguage()
  const { before, changed, hoppers, standardProblem, refs: changeoverRefs, isLoading } = useChangeover(order, lineId)
  const allRefs = { ...changeoverRefs, ...refs }
  const names = {
    ...allRefs,
    ...useNames('product', before ? [order.productId, before.productId] : [order.productId], allRefs),
  }
  const formatQuantity = (value: number | null, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  const joinValues = (values: readonly (string | null | undefined | false)[]) =>
    values.filter(Boolean).join(' · ') || '–'
  const partFormatters: Readonly<Record<ChangeoverPart, (of: WinderOrder) => string>> = {
    jumboLength: (of) => formatQuantity(of.jumboLengthM, 'm'),
    webWidth: (of) => formatQuantity(of.webWidthMm, 'mm'),
    slittingPattern: (of) =>
      joinValues([
        of.slittingPattern ? `${of.slittingPattern} mm` : of.widthMm !== null ? formatQuantity(of.widthMm, 'mm') : '–',
        of.rollLengthM !== null &&
          t('pages.winder.changeover.rollLength', { length: formatQuantity(of.rollLengthM, 'm') }),
      ]),
    labels: (of) =>
      joinValues([
        names[of.productId],
        of.gsm !== null && formatQuantity(of.gsm, 'g/m²'),
        of.customerId !== null && names[of.customerId],
      ]),
  }
  const differenceCount = changed.size + hoppers.filter((one) => one.differs).length
  const checkCount = hoppers.filter((one) => one.look).length
  const differencesText = differenceCount > 0 && t('pages.winder.changeover.differ', { count: differenceCount })
  const checksText = checkCount > 0 && t('pages.winder.changeover.looks', { count: checkCount })
  const explainProblem = (problem: StandardProblem) =>
    problem.of === 'none'
      ? t('pages.winder.changeover.noStandard')
      : t(`pages.winder.changeover.unapproved.${problem.of}`, {
          standard: problem.standard,
          state: t(`standards:${problem.of}Standard.options.state.${problem.state}`),
        })
  const emptyText = t('pages.winder.changeover.empty')
  const formatUnknown = (subject: 'contents' | 'recipe', material: string | null) =>
    subject === 'recipe' || material
      ? t(`pages.winder.changeover.unknown.${subject}`, { material: material ? names[material] : emptyText })
      : t('pages.winder.changeover.unknown.contentsAlone')
  return (
    <Dialog open onClose={onClose} title={`${actionLabel} · ${order.number}`}>
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
            {[differencesText, checksText].filter(Boolean).join(t('pages.winder.changeover.and')) ||
              t('pages.winder.changeover.same')}
          </p>
          <ul className="wd-changes" aria-label={t('pages.winder.changeover.title')}>
            {changeoverParts.map((part) => (
              <ChangeoverRow
                key={part}
                name={t(`pages.winder.changeover.parts.${part}`)}
                differs={changed.has(part)}
                from={before && partFormatters[part](before)}
                to={partFormatters[part](order)}
              />
            ))}
            {hoppers.map(({ hopperId, from, to, differs, look }) => (
              <ChangeoverRow
                key={hopperId ?? to}
                name={t('pages.winder.changeover.hopper', { code: hopperId ? names[hopperId] : '–' })}
                differs={differs}
                look={look && formatUnknown(look, look === 'recipe' ? from : to)}
                from={from ? names[from] : emptyText}
                to={to ? names[to] : emptyText}
              />
            ))}
          </ul>
        </>
      )}
      {lineTakenReason && <Notice icon={WarnIcon} tone="warn" title={lineTakenReason} />}
      {standardProblem && <Notice icon={WarnIcon} tone="warn" title={explainProblem(standardProblem)} />}
      <div className="ui-actions">
        <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
        <Button
          look="primary"
          icon={<CheckIcon size={20} />}
          disabled={busy || isLoading || lineTakenReason !== null || standardProblem !== null}
          onClick={onConfirm}
        >
          {t('pages.winder.changeover.confirm', { word: actionLabel })}
        </Button>
      </div>
    </Dialog>
  )
}
function ChangeoverRow({
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
