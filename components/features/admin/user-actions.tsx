'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { z } from 'zod';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { useContractForm } from '@/components/common/contract-form';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { useNavigation } from '@/components/common/pending-navigation';
import { fullName } from '@/components/entities/initials';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { AdminUserDetails, UpdateUserInput } from '@/lib/contract/admin';
import { adminMutations } from '@/lib/api/admin';

const updates = {
  pro: { plan: 'pro' },
  free: { plan: 'free' },
  verify: { emailVerified: true },
  suspend: { suspended: true },
  unsuspend: { suspended: false },
  grantAdmin: { isAdmin: true },
  revokeAdmin: { isAdmin: false },
} as const satisfies Record<string, UpdateUserInput>;

type UserAction = keyof typeof updates | 'signOut' | 'delete';

/** Without effect while the installation gives all accounts a plan. */
const planActions: readonly UserAction[] = ['pro', 'free'];

const destructive: readonly UserAction[] = ['signOut', 'suspend', 'revokeAdmin', 'delete'];

/** Actions available for an account. Administrators cannot suspend or delete their own account here. */
function actionsFor({ plan, emailVerified, suspendedAt, isAdmin, isSelf }: AdminUserDetails): UserAction[] {
  const suspension = suspendedAt === null ? 'suspend' : 'unsuspend';
  return [
    plan === 'free' ? 'pro' : 'free',
    ...(emailVerified ? [] : (['verify'] as const)),
    isAdmin ? 'revokeAdmin' : 'grantAdmin',
    'signOut',
    ...(isSelf ? [] : ([suspension, 'delete'] as const)),
  ];
}

/** A button for each action; a dialog explains its effect before anything happens. */
export function UserActions({ user }: { user: AdminUserDetails }) {
  const t = useTranslations('Admin.action');
  const [confirming, setConfirming] = useState<UserAction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [dialogId, setDialogId] = useState(0);
  const ask = (action: UserAction) => {
    setConfirming(action);
    setOpen(true);
    setDialogId(dialogId + 1);
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {actionsFor(user).map((action) => (
          <Button
            key={action}
            variant={action === 'delete' || action === 'suspend' ? 'destructive' : 'outline'}
            size="lg"
            className="touch:h-11"
            aria-haspopup="dialog"
            onClick={() => ask(action)}
          >
            {t(`${action}.label`)}
          </Button>
        ))}
      </div>
      {user.isSelf ? <p className="mt-2 text-second text-muted-foreground">{t('self')}</p> : null}
      {confirming ? (
        <ActionDialog key={dialogId} user={user} action={confirming} isOpen={isOpen} onOpenChange={setOpen} />
      ) : null}
    </>
  );
}

interface ActionDialogProps {
  user: AdminUserDetails;
  action: UserAction;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

const actionInput = (action: UserAction, email: string) =>
  z.object({ typed: z.string().refine((typed) => action !== 'delete' || typed === email, 'email_mismatch') });

function ActionDialog({ user, action, isOpen, onOpenChange }: ActionDialogProps) {
  const t = useTranslations('Admin.action');
  const tAdmin = useTranslations('Admin');
  const formId = useId();
  const run = useUserAction(user);
  const values = { name: fullName(user), email: user.email, count: user.sessions.length };
  const { register, error, submit, refusal, isBusy } = useContractForm({
    schema: actionInput(action, user.email),
    fields: ['typed'],
    defaultValues: { typed: '' },
    words: { email_mismatch: t('mismatch') },
    send: async () => {
      await run(action);
      notify({ message: t(`${action}.done`, values) });
      onOpenChange(false);
    },
    failed: t('failed'),
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t(`${action}.title`, values)}
      description={
        <>
          {t(`${action}.text`, values)}
          {planActions.includes(action) && user.planSource === 'installation'
            ? ` ${t('planOfInstallation')}`
            : null}
          {action === 'free' && user.isPaying ? ` ${t('paying', values)}` : null}
        </>
      }
      confirmLabel={t(`${action}.confirm`)}
      cancelLabel={tAdmin('cancel')}
      closeLabel={tAdmin('close')}
      destructive={destructive.includes(action)}
      form={{ id: formId, isBusy }}
    >
      <form method="post" id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormAlert text={refusal} />
        {action === 'delete' ? (
          <Field label={t('typeEmail', values)} error={error('typed')}>
            {(control) => (
              <Input
                {...control}
                {...register('typed')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        ) : null}
      </form>
    </ConfirmDialog>
  );
}

/** Returns a function that runs an action, and leaves the page if the action ends access to it. */
function useUserAction({ uuid, isSelf }: AdminUserDetails): (action: UserAction) => Promise<void> {
  const navigation = useNavigation();
  const update = useMutation(adminMutations.updateUser());
  const signOut = useMutation(adminMutations.signOutUser());
  const remove = useMutation(adminMutations.deleteUser());
  const params = { uuid };
  return async (action) => {
    if (action === 'delete') {
      await remove.mutateAsync({ params });
      navigation.push('/admin/users');
    } else if (action === 'signOut') {
      await signOut.mutateAsync({ params });
    } else {
      await update.mutateAsync({ params, body: updates[action] });
      // A full load: the admin area is closed to this account from now on.
      if (isSelf && action === 'revokeAdmin') window.location.assign('/');
    }
  };
}
