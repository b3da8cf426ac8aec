import '../antd'
import './tabs.css'
import AdmTabs from 'antd-mobile/es/components/tabs'
import CapsuleTabs from 'antd-mobile/es/components/capsule-tabs'

export interface TabsProps<K extends string> {
  /** Accessible name of the group. */
  label: string
  tabs: readonly { key: K; label: string; /** Displayed next to the label. */ count?: number | undefined }[]
  chosen: K
  /** True if the tabs navigate between views of the page rather than filter one list. */
  isNavigation?: boolean
  onChoose: (key: K) => void
}

/** Row of tabs for the views of a page, or of capsules for the parts of a list; scrolls sideways if needed. */
export function Tabs<K extends string>({ label, tabs, chosen, isNavigation, onChoose }: TabsProps<K>) {
  return isNavigation ? (
    <AdmTabs
      className="ui-tabs is-views"
      activeKey={chosen}
      activeLineMode="full"
      stretch={false}
      aria-label={label}
      onChange={(key) => onChoose(key as K)}
    >
      {tabs.map((tab) => (
        <AdmTabs.Tab key={tab.key} title={<TabLabel label={tab.label} count={tab.count} />} />
      ))}
    </AdmTabs>
  ) : (
    <fieldset className="ui-tabs" aria-label={label}>
      <CapsuleTabs activeKey={chosen} onChange={(key) => onChoose(key as K)}>
        {tabs.map((tab) => (
          // antd-mobile's capsules have neither role nor focus: the button inside has both.
          <CapsuleTabs.Tab
            key={tab.key}
            title={
              <button type="button" aria-pressed={chosen === tab.key}>
                <TabLabel label={tab.label} count={tab.count} />
              </button>
            }
          />
        ))}
      </CapsuleTabs>
    </fieldset>
  )
}
const TabLabel = ({ label, count }: { label: string; count?: number | undefined }) => (
  <>
    {label}
    {count !== undefined && <b>{count}</b>}
  </>
)
