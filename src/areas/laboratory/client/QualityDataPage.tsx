import { ResourcePage } from '@/client/resource/ResourcePage'
import { testBatch } from '../contract/test-batch'

/** 检测数据: batches of test results. */
export default function QualityDataPage() {
  return <ResourcePage of={testBatch} />
}
