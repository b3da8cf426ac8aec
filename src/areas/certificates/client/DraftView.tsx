import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Language } from '@/contract/language'
import { isUnreachable } from '@/client/api/api-error'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useNames } from '@/client/fields/options'
import { Picker, type OptionSearch } from '@/client/fields/picker'
import { joinWords } from '@/client/format/join-words'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { certificate } from '../contract/certificate'
import { certificateApprovers, certificateTemplates, computedCertificate } from '../contract/certificate-calls'
import { draftCertificate } from '../contract/certificate-commands'
import { coaTemplate } from '../contract/coa-template'
import { LinesTable } from './LinesTable'
import { certificateTones } from './tones'

/** Maximum number of roll numbers in a sentence. */
const MOST_NAMED = 5
const some = (numbers: readonly string[], language: Language): string =>
  numbers.length > MOST_NAMED ? `${joinWords(numbers.slice(0, MOST_NAMED), language)} …` : joinWords(numbers, language)
type Computed = EndpointOutput<typeof computedCertificate>
/** 编制报告: results by index, the approver, and the concession if data fail or are missing. */
export function DraftView({
  workOrderId,
  replacesId,
  onlyWorse,
  onBack,
  onReplace,
  onDone,
}: {
  workOrderId: string
  replacesId: string | null
  /** The order has no good rolls, so only a certificate of the downgraded ones is possible. */
  onlyWorse: boolean
  onBack: () => void
  /** Starts a draft that replaces another certificate. */
  onReplace: (id: string) => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const [downgraded, setDowngraded] = useState(false)
  const [templateId, setTemplate] = useState('')
  const chosen = { ...(downgraded ? { downgraded } : {}), ...(templateId ? { templateId } : {}) }
  const found = useEndpoint(
    computedCertificate,
    { workOrderId, ...chosen },
    { resources: ['certificate', 'testBatch', 'workOrder', 'slitRoll', 'coaTemplate', 'coaRemark'] },
  )
  const mayDraft = useCanCall(draftCertificate)
  const former = useNames('certificate', replacesId ? [replacesId] : [], {})[replacesId ?? '']
  const data = found.data
  const standing = data?.standing.filter(({ id }) => id !== replacesId) ?? []
  const language = useLanguage()
  const english = language === 'en'
  const named = (zh: string | null | undefined, en: string | null | undefined) => (english ? (en ?? zh) : zh) ?? ''
  return (
    <PageFrame
      title={data?.orderNumber ?? t('pages.qualityReport.preview')}
      sub={named(data?.product, data?.productEn)}
      onBack={onBack}
    >
      {found.isPending && <SkeletonDetail />}
      {found.error && !data && (
        <NotLoadedView of={found}>
          {onlyWorse && !downgraded && mayDraft && (
            <Button onClick={() => setDowngraded(true)}>{t('pages.qualityReport.coverDowngraded')}</Button>
          )}
        </NotLoadedView>
      )}
      {data && (
        <div className="coa">
          <p className="quiet">
            {[
              named(data.customer, data.customerEn),
              named(data.specification, data.specificationEn),
              data.standard,
              t('pages.qualityReport.rolls', { count: data.rollCount }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <AlreadyMade standing={standing} onOpen={onDone} onReplace={onReplace} />
          {former && <p className="ui-card">{t('document.replaces', { number: former })}</p>}
          {data.held && <p className="ui-card is-warned">{t('pages.qualityReport.heldNow', { hold: data.held })}</p>}
          {data.leftOut.length > 0 && (
            <p className="ui-card is-warned">
              {t('pages.qualityReport.leftOut', { count: data.leftOut.length, numbers: some(data.leftOut, language) })}
            </p>
          )}
          <Templates of={data} onChoose={setTemplate} />
          <LinesTable lines={data.lines} />
          <Remarks of={data} />
          {mayDraft && !data.held && (
            <>
              {(downgraded || data.leftOut.length > 0) && (
                <label className="coa-downgraded">
                  <input
                    type="checkbox"
                    checked={downgraded}
                    onChange={(event) => setDowngraded(event.target.checked)}
                  />
                  {t('pages.qualityReport.coverDowngraded')}
                </label>
              )}
              {standing.length === 0 && <DraftForm of={data} chosen={chosen} replacesId={replacesId} onDone={onDone} />}
            </>
          )}
        </div>
      )}
    </PageFrame>
  )
}
/**
 * Certificates that already cover the rolls. An issued one can be replaced; one that waits must be decided first.
 * `onOpen` opens a certificate, `onReplace` drafts its successor.
 */
function AlreadyMade({
  standing,
  onOpen,
  onReplace,
}: {
  standing: Computed['standing']
  onOpen: (id: string) => void
  onReplace: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  // A waiting draft must be decided before another one is possible.
  const mayReplace = !standing.some(({ state }) => state === 'inApproval') && standing.length === 1
  return standing.map(({ id, number, state }) => (
    <div key={id} className="ui-card is-warned coa-standing" role="status">
      <p>
        <b>{number}</b> <ResourceStateBadge of={certificate} state={state} tones={certificateTones} />
      </p>
      <p>{t(`pages.qualityReport.covered.${state}`)}</p>
      <span className="chips">
        <Button onClick={() => onOpen(id)}>{t('pages.qualityReport.openStanding', { number })}</Button>
        {mayReplace && (
          <Button look="primary" onClick={() => onReplace(id)}>
            {t('pages.qualityReport.replaceStanding', { number })}
          </Button>
        )}
      </span>
    </div>
  ))
}
/** Template of the certificate; the default is the most specific one that fits. */
function Templates({ of, onChoose }: { of: Computed; onChoose: (id: string) => void }) {
  const { t } = useTranslation('certificates')
  const useFound = (keyword: string) => useTemplates(of.workOrderId, keyword)
  const { list } = useFound('')
  if (list.length === 0) return null
  return (
    <div className="coa-template">
      <span>{t('certificate.fields.templateId')}</span>
      <Picker
        of={coaTemplate.name}
        id="coa-template"
        label={t('certificate.fields.templateId')}
        ids={of.templateId ? [of.templateId] : []}
        many={false}
        clearable={false}
        disabled={list.length === 1}
        useFound={useFound}
        onPick={([id]) => id && onChoose(id)}
      />
    </div>
  )
}
/** Searches the templates that fit the order, the most specific first. */
function useTemplates(workOrderId: string, typed: string): OptionSearch {
  const { t } = useTranslation('certificates')
  const keyword = useDeferredValue(typed.trim())
  const { data, isFetching, error } = useEndpoint(
    certificateTemplates,
    { workOrderId, ...(keyword ? { keyword } : {}) },
    { resources: ['coaTemplate'] },
  )
  return {
    list: (data?.list ?? []).map(({ id, label, of }) => ({
      id,
      label,
      note: t(`pages.qualityReport.templateOf.${of}`),
    })),
    total: data?.total ?? 0,
    busy: isFetching,
    offline: error !== null && isUnreachable(error),
  }
}
/** Remarks of the certificate. */
function Remarks({ of: { remarks } }: { of: Computed }) {
  const { t } = useTranslation('certificates')
  const english = useLanguage() === 'en'
  if (remarks.length === 0) return null
  return (
    <section>
      <h3>{t('certificate.fields.remarks')}</h3>
      <ul>
        {remarks.map(({ text, textEn }) => (
          <li key={text}>{(english ? textEn : null) ?? text}</li>
        ))}
      </ul>
    </section>
  )
}
function DraftForm({
  of,
  chosen,
  replacesId,
  onDone,
}: {
  of: Computed
  /** Options that the preview was computed with. */
  chosen: { readonly downgraded?: boolean; readonly templateId?: string }
  replacesId: string | null
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const me = useSession()?.userId
  const people = useEndpoint(certificateApprovers, {}, { resources: ['user', 'role'] })
  const step = useInstantCommand(draftCertificate)
  const [approverId, setApprover] = useState('')
  const [concession, setConcession] = useState('')
  const wants = of.gaps.length > 0
  const others = people.data?.filter(({ id }) => id !== me)
  const send = async () => {
    const done = await step.run({
      workOrderId: of.workOrderId,
      approverId,
      ...chosen,
      ...(wants ? { concession } : {}),
      ...(replacesId ? { replacesId } : {}),
    })
    if (done && !done.queued) onDone(done.data.id)
  }
  return (
    <form
      className="coa-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {wants && (
        <label>
          <span>{t('pages.qualityReport.concession')}</span>
          <textarea
            className="ui-input"
            rows={3}
            maxLength={1000}
            value={concession}
            onChange={(event) => setConcession(event.target.value)}
          />
        </label>
      )}
      <label>
        <span>{t('pages.qualityReport.approver')}</span>
        <select className="ui-input" value={approverId} onChange={(event) => setApprover(event.target.value)}>
          <option value="">{t('pages.qualityReport.noApprover')}</option>
          {others?.map(({ id, label, detail }) => (
            <option key={id} value={id}>
              {[label, detail].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      </label>
      {people.error && !people.data && <NotLoadedView of={people} />}
      {others?.length === 0 && <p className="ui-card is-warned">{t('pages.qualityReport.nobody')}</p>}
      <Button
        type="submit"
        look="primary"
        disabled={step.busy || approverId === '' || (wants && concession.trim() === '')}
      >
        {t('pages.qualityReport.send')}
      </Button>
    </form>
  )
}
