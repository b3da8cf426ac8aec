import { StandardsPage } from './StandardsPage'

/** 工艺数据: how products are made on the main lines. */
export default function ProcessDataPage() {
  return <StandardsPage variant="mainLine" />
}
