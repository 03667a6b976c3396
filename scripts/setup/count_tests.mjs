import path from 'node:path';

/**
 * Reads vitest's JSON report. What fails outside a test (a file that does not load, an unhandled error, a crash of the
 * runner) has no entry there, and must still never read as "0 failed".
 */
export function countTests({ report, exitCode, root }) {
  const files = report?.testResults ?? [];
  const failures = files.flatMap(({ name: file, status, assertionResults }) => {
    const name = path.relative(root, file);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name} > ${test.fullName}`);
    return failed.length === 0 && status === 'failed' ? [`${name} (outside its tests)`] : failed;
  });
  if (failures.length === 0 && exitCode !== 0) failures.push('the test run itself (see above)');

  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return {
    failures,
    line: `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  };
}
