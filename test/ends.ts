// What a test or a file started is ended after it. The modules of the tests are loaded once for all files of a worker, so a hook of
// vitest at the top of one would belong to the first file only; this list is emptied after every test and every file.

type Work = () => unknown;

const lists = { test: [] as Work[], file: [] as Work[] };

export function atTestEnd(work: Work): void {
  lists.test.push(work);
}

export function atFileEnd(work: Work): void {
  lists.file.push(work);
}

/** The newest first. One that fails does not keep the others from running. */
export async function endAll(of: keyof typeof lists): Promise<void> {
  const failed: unknown[] = [];
  for (const work of lists[of].splice(0).toReversed()) {
    try {
      await work();
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}
