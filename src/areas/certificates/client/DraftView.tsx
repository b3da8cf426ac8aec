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
import { certificateApprovers, certificateTemplates, certificatePreview } from '../contract/certificate-endpoints'
import { draftCertificate } from '../contract/certificate-commands'
import { coaTemplate } from '../contract/coa-template'
import { LinesTable } from './LinesTable'
import { certificateTones } from './tones'

/** Maximum number of roll numbers in a sentence. */
const MAX_LISTED_NUMBERS = 5
const formatNumbers = (numbers: readonly string[], language: Language): string =>
  numbers.length > MAX_LISTED_NUMBERS
    ? `${joinWords(numbers.slice(0, MAX_LISTED_NUMBERS), language)} …`
    : joinWords(numbers, language)
type Computed = EndpointOutput<typeof certificatePreview>
/** 编制报告: results by index, the approver, and the concession if data fail or are missing. */
export function DraftView({
  workOrderId,
  replacesId,
  onlyDowngraded,
  onBack,
  onReplace,
  onDone,
}: {
  workOrderId: string
  replacesId: string | null
  /** The order has no good rolls, so only a certificate of the downgraded ones is possible. */
  onlyDowngraded: boolean
  onBack: () => void
  /** Starts a draft that replaces another certificate. */
  onReplace: (id: string) => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const [downgraded, setDowngraded] = useState(false)
  const [templateId, setTemplate] = useState('')
  const selection = { ...(downgraded ? { downgraded } : {}), ...(templateId ? { templateId } : {}) }
  const preview = useEndpoint(
    certificatePreview,
    { workOrderId, ...selection },
    { resources: ['certificate', 'testBatch', 'workOrder', 'slitRoll', 'coaTemplate', 'coaRemark'] },
  )
  const mayDraft = useCanCall(draftCertificate)
  const replacedNumber = useNames('certificate', replacesId ? [replacesId] : [], {})[replacesId ?? '']
  const data = preview.data
  const coveringCertificates = data?.standing.filter(({ id }) => id !== replacesId) ?? []
  const language = useLanguage()
  const english = language === 'en'
  const pickName = (zh: string | null | undefined, en: string | null | undefined) => (english ? (en ?? zh) : zh) ?? ''
  return (
    <PageFrame
      title={data?.orderNumber ?? t('pages.qualityReport.preview')}
      sub={pickName(data?.product, data?.productEn)}
      onBack={onBack}
    >
      {preview.isPending && <SkeletonDetail />}
      {preview.error && !data && (
        <NotLoadedView of={preview}>
          {onlyDowngraded && !downgraded && mayDraft && (
            <Button onClick={() => setDowngraded(true)}>{t('pages.qualityReport.coverDowngraded')}</Button>
          )}
        </NotLoadedView>
      )}
      {data && (
        <div className="coa">
          <p className="quiet">
            {[
              pickName(data.customer, data.customerEn),
              pickName(data.specification, data.specificationEn),
              data.standard,
              t('pages.qualityReport.rolls', { count: data.rollCount }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <CoveringCertificateNotices
            coveringCertificates={coveringCertificates}
            onOpen={onDone}
            onReplace={onReplace}
          />
          {replacedNumber && <p className="ui-card">{t('document.replaces', { number: replacedNumber })}</p>}
          {data.held && <p className="ui-card is-warned">{t('pages.qualityReport.heldNow', { hold: data.held })}</p>}
          {data.leftOut.length > 0 && (
            <p className="ui-card is-warned">
              {t('pages.qualityReport.leftOut', {
                count: data.leftOut.length,
                numbers: formatNumbers(data.leftOut, language),
              })}
            </p>
          )}
          <TemplateField computed={data} onChoose={setTemplate} />
          <LinesTable lines={data.lines} />
          <RemarksSection computed={data} />
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
              {coveringCertificates.length === 0 && (
                <DraftForm computed={data} selection={selection} replacesId={replacesId} onDone={onDone} />
              )}
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
function CoveringCertificateNotices({
  coveringCertificates,
  onOpen,
  onReplace,
}: {
  coveringCertificates: Computed['standing']
  onOpen: (id: string) => void
  onReplace: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  // A waiting draft must be decided before another one is possible.
  const mayReplace =
    !coveringCertificates.some(({ state }) => state === 'inApproval') && coveringCertificates.length === 1
  return coveringCertificates.map(({ id, number, state }) => (
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
function TemplateField({ computed, onChoose }: { computed: Computed; onChoose: (id: string) => void }) {
  const { t } = useTranslation('certificates')
  // oxlint-disable-next-line react/hooks -- the picker calls it as a hook
  const useTemplateSearch = (keyword: string) => useTemplates(computed.workOrderId, keyword)
  const { list } = useTemplates(computed.workOrderId, '')
  if (list.length === 0) return null
  return (
    <div className="coa-template">
      <span>{t('certificate.fields.templateId')}</span>
      <Picker
        of={coaTemplate.name}
        id="coa-template"
        label={t('certificate.fields.templateId')}
        ids={computed.templateId ? [computed.templateId] : []}
        many={false}
        clearable={false}
        disabled={list.length === 1}
        useFound={useTemplateSearch}
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
function RemarksSection({ computed: { remarks } }: { computed: Computed }) {
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
  computed,
  selection,
  replacesId,
  onDone,
}: {
  computed: Computed
  /** Options that the preview was computed with. */
  selection: { readonly downgraded?: boolean; readonly templateId?: string }
  replacesId: string | null
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const me = useSession()?.userId
  const approvers = useEndpoint(certificateApprovers, {}, { resources: ['user', 'role'] })
  const command = useInstantCommand(draftCertificate)
  const [approverId, setApprover] = useState('')
  const [concession, setConcession] = useState('')
  const needsConcession = computed.gaps.length > 0
  const otherApprovers = approvers.data?.filter(({ id }) => id !== me)
  const send = async () => {
    const result = await command.run({
      workOrderId: computed.workOrderId,
      approverId,
      ...selection,
      ...(needsConcession ? { concession } : {}),
      ...(replacesId ? { replacesId } : {}),
    })
    if (result && !result.queued) onDone(result.data.id)
  }
  return (
    <form
      className="coa-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {needsConcession && (
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
          {otherApprovers?.map(({ id, label, detail }) => (
            <option key={id} value={id}>
              {[label, detail].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      </label>
      {approvers.error && !approvers.data && <NotLoadedView of={approvers} />}
      {otherApprovers?.length === 0 && <p className="ui-card is-warned">{t('pages.qualityReport.nobody')}</p>}
      <Button
        type="submit"
        look="primary"
        disabled={command.busy || approverId === '' || (needsConcession && concession.trim() === '')}
      >
        {t('pages.qualityReport.send')}
      </Button>
    </form>
  )
}
